"""`python -m training.selfplay --name mine --minutes 60`: an agent by self-play, with PPO.

One network plays all seats, and learns from every decision of every seat. An iteration plays some
hundred games to their end, says how much better than expected each decision turned out (along the
decisions of its own seat only), and improves the policy by a few passes over them. Several
processes do so side by side and average their gradients.

Proximal policy optimisation as in Schulman et al. (2017), with what makes it work in practice
(Huang et al., "The 37 implementation details of PPO", 2022): each is named where it is used.
"""

from __future__ import annotations

import hashlib
import signal
import sys
import threading
import time
from contextlib import nullcontext
from dataclasses import asdict, replace
from types import FrameType
from typing import Any

import numpy as np
import torch
import tyro
from torch import Tensor

from agents.arena.match import MatchError
from agents.reporting.cli import num_workers
from rokoko_env.players.agent import AgentError
from rokoko_env.players.network import PolicyNetwork, load_network, save_network
from rokoko_env.players.registry import make_agent
from rokoko_env.players.trained import find_network
from training.critic import PrivilegedCritic
from training.display import Display
from training.evaluate import evaluate
from training.grow import grown
from training.options import Options, TrainingError, listed
from training.pool import Pool
from training.report.command import write_report
from training.rollout import Outcomes, Rollout, RolloutWorker, room_for
from training.run import Progress, Run
from training.workers import WorkerError, WorkerGroup, worker_group

INTERRUPTED = 130  # exit code, as of a program that a signal ended


class Trainer:
    """One process's part in a run."""

    def __init__(self, options: Options, team: WorkerGroup) -> None:
        self.options, self.team = options, team
        # Everything random follows from seed, iteration and rank: nothing else has to be kept.
        torch.manual_seed(options.seed)
        self.device = _device(options)
        self.precision = _precision(options, self.device)
        self.network = _first_network(options).to(self.device)
        self.critic = PrivilegedCritic(options.layers) if options.privileged else None
        self.parameters = list(self.network.parameters())
        if self.critic:
            self.critic.to(self.device)
            self.parameters += self.critic.parameters()
        # eps as in the original implementation: 1e-8 makes rare gradients take giant steps.
        on_cpu = self.device.type == "cpu"
        self.optimizer = torch.optim.Adam(
            self.parameters, lr=options.learning_rate, eps=1e-5, fused=on_cpu or None
        )
        # All gradients lie in one piece of memory, which is one thing to average and to cut.
        sizes = [parameter.numel() for parameter in self.parameters]
        self.gradient = torch.zeros(sum(sizes), device=self.device)
        for parameter, part in zip(self.parameters, self.gradient.split(sizes), strict=True):
            parameter.grad = part.view_as(parameter)
        self.tables = [
            RolloutWorker(players, games, options.reward)
            for players, games in zip(options.players, options.games, strict=True)
        ]
        room = room_for(options.players, options.games)
        self.rollout = Rollout(room, self.precision, self.critic)
        self.teacher = make_agent(options.teacher) if options.teacher else None
        self.pool: Pool | None = None
        self.unit = 1.0

    def digest(self) -> str:
        """Of all that is learned: the same in all processes."""
        found = hashlib.sha256()
        for parameter in self.parameters:
            found.update(parameter.detach().cpu().numpy().tobytes())
        return found.hexdigest()

    # --- playing -----------------------------------------------------------------------------

    def warm_up(self) -> None:
        """One game, so that what is compiled at the first call is not taken for slow training."""
        with torch.inference_mode():
            room = room_for([2], [1])
            rollout = Rollout(room, self.precision, self.critic)
            table, rng = RolloutWorker(2, 1, self.options.reward), np.random.default_rng(0)
            with self._autocast():
                table.play(rollout, self.network, rng, teacher=self.teacher)
            rollout.estimate_advantages(1.0, 1.0)

    def play(self, iteration: int, *, teaching: bool) -> Outcomes:
        """The games of an iteration."""
        options = self.options
        rng = self._rng(iteration)
        self.rollout.rows = 0
        found = Outcomes()
        self.network.eval()
        with torch.inference_mode(), self._autocast():
            played = options.played_in(iteration)
            for table, guests, wanted in zip(
                self.tables, options.pool_games(), played, strict=True
            ):
                if not wanted:
                    continue
                member = None if teaching or not self.pool else self.pool.draw(rng)
                opponent = self.pool.agent(member) if self.pool and member else None
                found.add(
                    table.play(
                        self.rollout,
                        self.network,
                        rng,
                        opponent=opponent,
                        opponent_name=member.name if member else "",
                        opponent_games=guests,
                        teacher=self.teacher if teaching else None,
                    )
                )
            self.rollout.ask_critic()
        # A teacher's games say how it ends, not how the network would have gone on: no bootstrap.
        gae_lambda = 1.0 if teaching else options.gae_lambda
        self.rollout.estimate_advantages(options.gamma, gae_lambda)
        return found

    def _rng(self, iteration: int) -> np.random.Generator:
        return np.random.default_rng([self.options.seed, iteration, self.team.rank])

    def _autocast(self) -> Any:
        if self.precision == torch.float32:
            return nullcontext()
        return torch.autocast(self.device.type, self.precision)

    # --- learning ----------------------------------------------------------------------------

    def learn(self, iteration: int, progress: float, *, teaching: bool) -> dict[str, float]:
        """Passes over the decisions of an iteration. Returns what there is to say about them."""
        options, rollout = self.options, self.rollout
        self.network.train()
        rate = options.learning_rate
        rate += (options.final_learning_rate - rate) * progress  # learning rate annealing
        rate *= min(1.0, (iteration + 1) / (options.warmup + 1))
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        entropy_weight = options.entropy + (options.final_entropy - options.entropy) * progress
        advantages = rollout.advantage[: rollout.rows]
        columns = rollout.columns()
        data = rollout.tensors(columns, *self._spread(advantages), self.device)
        columns = columns.to(self.device)
        # Errors of the value count in units of what it has to tell apart: rewards may be small.
        self.unit = self._spread(advantages + rollout.value[: rollout.rows])[1]
        # All processes make as many steps, though they have not as many decisions.
        decisions = self.team.sum(rollout.rows)[0]
        steps = max(1, round(decisions / (options.batch_size * self.team.size)))
        rng = np.random.default_rng([options.seed, iteration, self.team.rank, 1])
        told: list[Tensor] = []
        epochs = 1 if teaching else options.epochs
        for _ in range(epochs):
            order = torch.from_numpy(rng.permutation(rollout.rows))
            first = len(told)
            for chosen in order.tensor_split(steps):
                chosen = chosen.to(self.device)
                told.append(self._step(data, columns, chosen, entropy_weight, teaching))
            moved = self.team.sum(float(torch.stack(told[first:])[:, 3].mean()))[0]
            if options.target_kl and moved / self.team.size > options.target_kl and not teaching:
                break  # the games were played by a policy that is no longer this one
        means = torch.stack(told).mean(dim=0).tolist()
        if not np.isfinite(means).all():
            raise TrainingError("the loss is no number any more: try a smaller --learning-rate")
        names = ("policy_loss", "value_loss", "entropy", "kl", "clipped", "gradient")
        stats = dict(zip(names, self.team.sum(*means), strict=True))
        stats = {name: total / self.team.size for name, total in stats.items()}
        return {
            **stats,
            "learning_rate": rate,
            "entropy_weight": entropy_weight,
            "steps": len(told),
        }

    def _spread(self, own: np.ndarray) -> tuple[float, float]:
        """Mean and standard deviation over all processes (advantage normalisation)."""
        own = own.astype(np.float64)
        number, total, squares = self.team.sum(len(own), own.sum(), (own**2).sum())
        mean = total / number
        return mean, max(squares / number - mean**2, 1e-12) ** 0.5

    def _step(
        self,
        data: dict[str, Tensor],
        columns: Tensor,
        chosen: Tensor,
        entropy_weight: float,
        teaching: bool,
    ) -> Tensor:
        """One gradient step on some decisions."""
        options = self.options
        batch = {name: tensor[chosen] for name, tensor in data.items()}
        with self._autocast():
            logits, value = self.network(batch["observation"], columns)
            full = self.critic(self.rollout.full_views(chosen)) if self.critic else None
        # Illegal actions have no chance, and no gradient flows through them (action masking).
        logits = logits.masked_fill(batch["mask"] == 0, -1e9)
        log_chances = torch.log_softmax(logits, dim=1)
        # (The exponential of log_chances would take twice as long: it is slow where they are -1e9.)
        entropy = -(torch.softmax(logits, dim=1) * log_chances).sum(dim=1).mean()
        value_loss = self._value_loss(value if full is None else full, batch)
        if full is not None:  # the policy's own value is learned too: search wants it
            value_loss = value_loss + ((value - batch["returns"]) ** 2).mean() / self.unit**2
        if teaching:
            policy_loss = torch.nn.functional.nll_loss(log_chances, batch["label"])
            moved = clipped = torch.zeros(())
            entropy_weight = 0.0
        else:
            policy_loss, moved, clipped = self._policy_loss(log_chances, batch)
        loss = policy_loss + options.value_weight * value_loss - entropy_weight * entropy
        self.gradient.zero_()
        loss.backward()
        self.team.average(self.gradient)
        # The norm of all gradients together is cut (global gradient clipping).
        norm = self.gradient.norm()
        self.gradient *= (options.most_gradient / (norm + 1e-6)).clamp(max=1.0)
        self.optimizer.step()
        told = (policy_loss, value_loss, entropy, moved, clipped, norm)
        return torch.stack([number.detach().cpu() for number in told])

    def _policy_loss(
        self, log_chances: Tensor, batch: dict[str, Tensor]
    ) -> tuple[Tensor, Tensor, Tensor]:
        """The clipped surrogate objective; how far the policy has moved, and how often too far."""
        clip = self.options.clip
        log_chance = log_chances.gather(1, batch["action"][:, None]).squeeze(1)
        log_ratio = log_chance - batch["log_chance"]
        ratio = log_ratio.exp()
        advantage = batch["advantage"]
        loss = -torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
        with torch.no_grad():
            # Schulman's estimate of the divergence: not negative, and of little variance.
            moved = (ratio - 1 - log_ratio).mean()
            clipped = ((ratio - 1).abs() > clip).float().mean()
        return loss, moved, clipped

    def _value_loss(self, value: Tensor, batch: dict[str, Tensor]) -> Tensor:
        """Squared error; where the value has moved far already, it gains nothing by going on."""
        wanted, before = batch["returns"], batch["value"]
        loss = (value - wanted) ** 2
        if clip := self.options.clip_value * self.unit:
            careful = before + (value - before).clamp(-clip, clip)
            loss = torch.maximum(loss, (careful - wanted) ** 2)
        return loss.mean() / self.unit**2


def train(team: WorkerGroup, options: Options) -> None:
    """The whole run, as every process of the team goes through it."""
    trainer = Trainer(options, team)
    run = Run(options)
    trainer.pool = Pool(
        run.pool_path, options.pool_size, options.opponents, options.opponents_share
    )
    progress = Progress()
    if options.resume:
        progress, members = run.load(trainer.network, trainer.critic, trainer.optimizer)
        if members is not None:
            trainer.pool.restore(members)
        if team.leads:
            run.cut_logs(progress.iteration)
    # Nobody reads what another is still writing, and all begin with the same network.
    if len(set(team.gather(trainer.digest()))) > 1:
        read = run.path if options.resume else options.start
        raise TrainingError(f"the processes have read different networks: is {read} being written?")
    trainer.warm_up()
    stopping = False
    with Display(options) if team.leads else nullcontext() as display, _Stop(team.leads) as stop:
        while progress.share(options) < 1:
            begin = time.perf_counter()
            line = _iterate(trainer, progress)
            stopping = bool(team.sum(stop.asked)[0])
            progress.seconds = team.gather(progress.seconds + time.perf_counter() - begin)[0]
            line["samples_per_second"] = line["decisions"] / (time.perf_counter() - begin)
            if team.leads:
                assert display is not None
                run.log_iteration({**asdict(progress), **line})
                display.show(line, progress)
            _keep(trainer, run, progress, display, stopping=stopping)
            if stopping:
                break
    if team.leads:
        run.close()
        if stopping:
            raise KeyboardInterrupt
        write_report(run.path)


def _iterate(trainer: Trainer, progress: Progress) -> dict[str, Any]:
    """Play and learn once. Returns the line of the log."""
    options, team = trainer.options, trainer.team
    teaching = bool(options.teacher) and progress.samples < options.teacher_samples
    begin = time.perf_counter()
    found = trainer.play(progress.iteration, teaching=teaching)
    played = time.perf_counter()
    stats = trainer.learn(progress.iteration, progress.share(options), teaching=teaching)
    learned = time.perf_counter()
    decisions, games, scores = team.sum(found.decisions, found.games, found.winner_scores)
    against = [result for results in team.gather(found.against) for result in results]
    assert trainer.pool is not None
    trainer.pool.learn(against)
    progress.iteration += 1
    progress.samples += int(decisions)
    return {
        "phase": f"learning from {options.teacher}" if teaching else "self-play",
        "decisions": int(decisions),
        "games": int(games),
        "winner_score": scores / games,
        "value_error": trainer.rollout.value_error(),
        "against": against,
        "seconds_playing": played - begin,
        "seconds_learning": learned - played,
        **stats,
    }


def _keep(
    trainer: Trainer, run: Run, progress: Progress, display: Display | None, *, stopping: bool
) -> None:
    """Snapshot, checkpoint and evaluation, when it is time for them."""
    options, team, pool = trainer.options, trainer.team, trainer.pool
    assert pool is not None
    iteration = progress.iteration
    if iteration % options.snapshot_every == 0:
        if team.leads:
            about = run.about(progress)
            save_network(pool.snapshot_path(iteration), trainer.network, about)
        team.wait()
        pool.add_snapshot(iteration)
    last = progress.share(options) >= 1
    due = bool(options.evaluate_every) and iteration % options.evaluate_every == 0
    evaluating = last or (due and not stopping)
    if team.leads and (evaluating or stopping or iteration % options.checkpoint_every == 0):
        members = pool.to_json()
        run.save(trainer.network, trainer.critic, trainer.optimizer, progress, members)
    if evaluating and team.leads:
        assert display is not None
        lines = [
            evaluate(run.network_path, baseline, players, options.evaluate_games)
            for players in options.players
            for baseline in options.baselines
        ]
        for line in lines:
            run.log_evaluation({**asdict(progress), **line})
        display.evaluated(lines)
    team.wait()


class _Stop:
    """Ctrl-C is taken at the end of an iteration; a second one ends everything at once."""

    def __init__(self, listening: bool) -> None:
        self.listening = listening and threading.current_thread() is threading.main_thread()
        self.asked = False

    def __enter__(self) -> _Stop:
        if self.listening:
            self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def _ask(self, number: int, frame: FrameType | None) -> None:
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True

    def __exit__(self, *error: object) -> None:
        if self.listening:
            signal.signal(signal.SIGINT, self._before)


def _first_network(options: Options) -> PolicyNetwork:
    """What a run begins with: a random network, or one that is known, grown where that is wanted.

    A run that was ended before its first checkpoint begins again, with the same start.
    """
    if not options.start or Run(options).checkpoint_path.is_file():
        return PolicyNetwork(options.layers)
    known = load_network(find_network(options.start))[0]
    return grown(known, options.layers)


def network_size(options: Options) -> int:
    """How many numbers are learned."""
    with torch.device("meta"):
        networks: list[torch.nn.Module] = [PolicyNetwork(options.layers)]
        if options.privileged:
            networks.append(PrivilegedCritic(options.layers))
    return sum(p.numel() for network in networks for p in network.parameters())


def _settled(options: Options) -> Options:
    """With what the command line left open. How many workers there are decides what is played: a
    run keeps to it, wherever it goes on, as it keeps to its layers.
    """
    run = Run(options)
    kept = run.config() if options.resume and run.exists else {}
    hidden = options.hidden or tuple(kept.get("hidden", ()))
    if options.start and not kept:
        known = load_network(find_network(options.start))[0].hidden
        hidden = hidden or known
        if hidden != known:
            print(f"{options.start} grows from {listed(known)} to {listed(hidden)}")
    workers = options.workers or kept.get("workers", 0) or num_workers(0)
    return replace(options, hidden=hidden or options.layers, workers=workers)


def _device(options: Options) -> torch.device:
    if options.device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if options.device == "cuda" and not torch.cuda.is_available():
        raise TrainingError("device is 'cuda', and PyTorch finds none here")
    return torch.device(options.device)


def _precision(options: Options, device: torch.device) -> torch.dtype:
    """bfloat16 halves the time where the processor has instructions for it, else it doubles it."""
    if options.precision == "auto":
        fast = device.type == "cuda" or torch.cpu._is_avx512_bf16_supported()
        return torch.bfloat16 if fast else torch.float32
    return {"bfloat16": torch.bfloat16, "float32": torch.float32}[options.precision]


def main(argv: list[str] | None = None) -> int:
    """The command line; returns the exit code."""
    try:
        options = tyro.cli(Options, args=argv, prog="python -m training.selfplay")
        options.check()
        options = _settled(options)
        run = Run(options)
        if options.resume:
            run.check()
        else:
            run.begin()
        with worker_group(options.workers, network_size(options), train, options) as team:
            train(team, options)
    except (TrainingError, AgentError, MatchError, WorkerError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the same command with --resume goes on from there", file=sys.stderr)
        return INTERRUPTED
    print(f"The network is {run.network_path}, the report {run.path / 'report.html'}.")
    print(f"How good is it?  python -m agents.arena ppo:{run.path} heuristic --games 1000")
    return 0


if __name__ == "__main__":
    sys.exit(main())
