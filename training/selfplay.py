"""`python -m training.selfplay --name mine --minutes 60`: train a network by self-play with PPO.

One network plays all seats and learns from every decision of every seat. An iteration plays some
hundred games to the end, estimates advantages (along the decisions of each seat only), and updates
the policy in a few epochs. Several processes do this in parallel and average their gradients.

Proximal policy optimisation as in Schulman et al. (2017), with the details that make it work (Huang
et al., "The 37 implementation details of PPO", 2022): each is named where it is used.
"""

from __future__ import annotations

import hashlib
import sys
import time
from contextlib import nullcontext
from dataclasses import asdict, replace
from functools import partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from agents.reporting.cli import Stopped, num_workers, run_command
from agents.reporting.interrupt import Interrupt
from parlour.players.registry import make_agent, training_baselines
from parlour.players.torch_network import PolicyNetwork, load_network, save_network
from parlour.players.trained import find_network
from training.critic import PrivilegedCritic
from training.display import Display
from training.errors import TrainingError, joined
from training.evaluate import arena_command, evaluate
from training.grow import grow
from training.options import Options
from training.pool import Pool
from training.report.command import write_report
from training.rollout import Outcomes, Rollout, RolloutWorker, expected_rows
from training.run import Progress, Run
from training.workers import WorkerGroup, worker_group


class Trainer:
    """The part of one process in a run."""

    def __init__(self, options: Options, group: WorkerGroup) -> None:
        self.options, self.group, self.spec = options, group, options.spec
        # Random numbers follow from seed, iteration and rank: checkpoints need no random state.
        torch.manual_seed(options.seed)
        self.device = _device(options)
        self.precision = _precision(options, self.device)
        self.network = _initial_network(options).to(self.device)
        self.critic = _critic(options)
        self.parameters = list(self.network.parameters())
        if self.critic:
            self.critic.to(self.device)
            self.parameters += self.critic.parameters()
        # eps as in the original implementation: with 1e-8 rare gradients take giant steps.
        on_cpu = self.device.type == "cpu"
        self.optimizer = torch.optim.Adam(
            self.parameters, lr=options.learning_rate, eps=1e-5, fused=on_cpu or None
        )
        # All gradients are views of one tensor, which is averaged and clipped in one operation.
        sizes = [parameter.numel() for parameter in self.parameters]
        self.gradient = torch.zeros(sum(sizes), device=self.device)
        for parameter, part in zip(self.parameters, self.gradient.split(sizes), strict=True):
            parameter.grad = part.view_as(parameter)
        self.rollout_workers = [
            RolloutWorker(self.spec, num_players, games, options.reward)
            for num_players, games in zip(options.player_counts, options.games, strict=True)
        ]
        capacity = expected_rows(self.spec, options.player_counts, options.games)
        self.rollout = Rollout(self.spec, capacity, self.precision, self.critic)
        self.teacher = make_agent(options.teacher, self.spec) if options.teacher else None
        self.pool = Pool(
            self.spec, Run(options).pool_path, options.pool_size, options.opponents,
            options.opponents_share,
        )  # fmt: skip
        self.return_std = 1.0

    def digest(self) -> str:
        """A hash of all parameters: the same in all processes."""
        digest = hashlib.sha256()
        for parameter in self.parameters:
            digest.update(parameter.detach().cpu().numpy().tobytes())
        return digest.hexdigest()

    # --- playing -----------------------------------------------------------------------------

    def warm_up(self) -> None:
        """Play one game, so that the time to compile does not count as training."""
        with torch.inference_mode():
            num_players, rng = self.spec.players[0], np.random.default_rng(0)
            capacity = expected_rows(self.spec, [num_players], [1])
            rollout = Rollout(self.spec, capacity, self.precision, self.critic)
            worker = RolloutWorker(self.spec, num_players, 1, self.options.reward)
            with self._autocast():
                worker.play(rollout, self.network, rng, teacher=self.teacher)
            rollout.estimate_advantages(1.0, 1.0)

    def play(self, iteration: int, *, teaching: bool) -> Outcomes:
        """Play the games of an iteration."""
        options = self.options
        rng = np.random.default_rng([options.seed, iteration, self.group.rank])
        arguments = (self.rollout, self.network, rng)
        teacher = self.teacher if teaching else None
        pool_games, is_played = options.pool_games(), options.is_played(iteration)
        self.rollout.rows = 0
        outcomes = Outcomes()
        self.network.eval()
        with torch.inference_mode(), self._autocast():
            for i, worker in enumerate(self.rollout_workers):
                if is_played[i]:
                    opponent = None if teaching else self.pool.draw(rng)
                    outcomes.add(worker.play(*arguments, opponent, pool_games[i], teacher))
            self.rollout.apply_critic()
        # Half of a teacher's games follow its policy, not the network's: no bootstrap.
        gae_lambda = 1.0 if teaching else options.gae_lambda
        self.rollout.estimate_advantages(options.gamma, gae_lambda)
        return outcomes

    def _autocast(self) -> Any:
        if self.precision == torch.float32:
            return nullcontext()
        return torch.autocast(self.device.type, self.precision)

    # --- learning ----------------------------------------------------------------------------

    def learn(self, iteration: int, progress: float, *, teaching: bool) -> dict[str, float]:
        """Update the network from the decisions of an iteration. Returns metrics.

        `progress` is the share of the run that is done.
        """
        options, rollout = self.options, self.rollout
        self.network.train()
        learning_rate = _anneal(options.learning_rate, options.final_learning_rate, progress)
        learning_rate *= min(1.0, (iteration + 1) / (options.warmup_iterations + 1))
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        ent_coef = _anneal(options.ent_coef, options.final_ent_coef, progress)
        advantages = rollout.advantage[: rollout.rows]
        columns = rollout.columns()
        data = rollout.tensors(columns, *self._mean_and_std(advantages), self.device)
        columns = columns.to(self.device)
        # Value losses are in units of the variance of returns, as rewards may be small.
        self.return_std = self._mean_and_std(advantages + rollout.value[: rollout.rows])[1]
        # All processes take the same number of steps, whatever their numbers of decisions.
        decisions = self.group.sum(rollout.rows)[0]
        steps = max(1, round(decisions / (options.minibatch_size * self.group.size)))
        rng = np.random.default_rng([options.seed, iteration, self.group.rank, 1])
        metrics: list[Tensor] = []
        for _ in range(1 if teaching else options.update_epochs):
            order = torch.from_numpy(rng.permutation(rollout.rows))
            first = len(metrics)
            for rows in order.tensor_split(steps):
                rows = rows.to(self.device)
                metrics.append(self._step(data, columns, rows, ent_coef, teaching))
            kl = self.group.sum(float(torch.stack(metrics[first:])[:, 3].mean()))[0]
            if options.target_kl and kl / self.group.size > options.target_kl and not teaching:
                break  # the games were played by another policy (early stopping)
        means = torch.stack(metrics).mean(dim=0).tolist()
        if not np.isfinite(means).all():
            raise TrainingError("the loss is not finite any more: try a smaller --learning-rate")
        names = ("policy_loss", "value_loss", "entropy", "kl", "clipped", "gradient")
        totals = zip(names, self.group.sum(*means), strict=True)
        return {
            **{name: total / self.group.size for name, total in totals},
            "learning_rate": learning_rate,
            "ent_coef": ent_coef,
            "steps": len(metrics),
        }

    def _mean_and_std(self, values: np.ndarray) -> tuple[float, float]:
        """Mean and standard deviation over all processes (advantage normalisation)."""
        values = values.astype(np.float64)
        number, total, squares = self.group.sum(len(values), values.sum(), (values**2).sum())
        mean = total / number
        return mean, max(squares / number - mean**2, 1e-12) ** 0.5

    def _step(
        self,
        data: dict[str, Tensor],
        columns: Tensor,
        rows: Tensor,
        ent_coef: float,
        teaching: bool,
    ) -> Tensor:
        """Take one gradient step on some decisions. Returns metrics."""
        options = self.options
        batch = {name: tensor[rows] for name, tensor in data.items()}
        with self._autocast():
            logits, value = self.network(batch["observation"], columns)
            critic_value = self.critic(self.rollout.full_views(rows)) if self.critic else None
        # Illegal actions get probability 0 and no gradient (action masking).
        logits = logits.masked_fill(batch["mask"] == 0, -1e9)
        log_probs = torch.log_softmax(logits, dim=1)
        # (The exponential of log_probs would take twice as long: it is slow where they are -1e9.)
        entropy = -(torch.softmax(logits, dim=1) * log_probs).sum(dim=1).mean()
        value_loss = self._value_loss(value if critic_value is None else critic_value, batch)
        if critic_value is not None:  # the policy's own value is trained too: search needs it
            value_loss = value_loss + ((value - batch["returns"]) ** 2).mean() / self.return_std**2
        if teaching:
            policy_loss = torch.nn.functional.nll_loss(log_probs, batch["label"])
            kl = clipped = torch.zeros(())
            ent_coef = 0.0
        else:
            policy_loss, kl, clipped = self._policy_loss(log_probs, batch)
        loss = policy_loss + options.vf_coef * value_loss - ent_coef * entropy
        self.gradient.zero_()
        loss.backward()
        self.group.average(self.gradient)
        # The norm of all gradients together is limited (global gradient clipping).
        norm = self.gradient.norm()
        self.gradient *= (options.max_grad_norm / (norm + 1e-6)).clamp(max=1.0)
        self.optimizer.step()
        metrics = (policy_loss, value_loss, entropy, kl, clipped, norm)
        return torch.stack([metric.detach().cpu() for metric in metrics])

    def _policy_loss(
        self, log_probs: Tensor, batch: dict[str, Tensor]
    ) -> tuple[Tensor, Tensor, Tensor]:
        """The clipped surrogate objective, the KL divergence and the clipped fraction."""
        clip = self.options.clip_coef
        log_prob = log_probs.gather(1, batch["action"][:, None]).squeeze(1)
        log_ratio = log_prob - batch["log_prob"]
        ratio = log_ratio.exp()
        advantage = batch["advantage"]
        loss = -torch.minimum(ratio * advantage, ratio.clamp(1 - clip, 1 + clip) * advantage).mean()
        with torch.no_grad():
            # Schulman's estimator of the divergence: never negative, and of low variance.
            kl = (ratio - 1 - log_ratio).mean()
            clipped = ((ratio - 1).abs() > clip).float().mean()
        return loss, kl, clipped

    def _value_loss(self, value: Tensor, batch: dict[str, Tensor]) -> Tensor:
        """Squared error, clipped where the value has moved far from that of the rollout."""
        returns, old_value = batch["returns"], batch["value"]
        loss = (value - returns) ** 2
        if clip := self.options.vf_clip_coef * self.return_std:
            clipped = old_value + (value - old_value).clamp(-clip, clip)
            loss = torch.maximum(loss, (clipped - returns) ** 2)
        return loss.mean() / self.return_std**2


def _anneal(start: float, end: float, progress: float) -> float:
    return start + (end - start) * progress


def train(group: WorkerGroup, options: Options) -> None:
    """Do the whole run; every process of the group calls this."""
    trainer = Trainer(options, group)
    run = Run(options)
    progress = Progress()
    if options.resume:
        progress, members = run.load(trainer.network, trainer.critic, trainer.optimizer)
        if members is not None:
            trainer.pool.restore(members)
        if group.is_leader:
            run.cut_logs(progress.iteration)
    # No process reads what another one is still writing, and all have the same network.
    if len(set(group.gather(trainer.digest()))) > 1:
        source = run.path if options.resume else options.init_from
        raise TrainingError(
            f"the processes have read different networks: is {source} being written?"
        )
    trainer.warm_up()
    stopping = False
    with (
        Display(options) if group.is_leader else nullcontext() as display,
        Interrupt(listening=group.is_leader) as interrupt,
    ):
        while progress.share(options) < 1 and not stopping:
            begin = time.perf_counter()
            line = _iterate(trainer, progress)
            stopping = bool(group.sum(interrupt.asked)[0])
            progress.seconds = group.gather(progress.seconds + time.perf_counter() - begin)[0]
            line["samples_per_second"] = line["decisions"] / (time.perf_counter() - begin)
            if display:
                run.log_iteration({**asdict(progress), **line})
                display.show_iteration(line, progress)
            _save(trainer, run, progress, display, stopping=stopping)
    if group.is_leader:
        run.close()
        if stopping:
            raise KeyboardInterrupt
        write_report(run.path)


def _iterate(trainer: Trainer, progress: Progress) -> dict[str, Any]:
    """Play and learn once. Returns a line of the log."""
    options, group = trainer.options, trainer.group
    teaching = bool(options.teacher) and progress.samples < options.teacher_timesteps
    begin = time.perf_counter()
    outcomes = trainer.play(progress.iteration, teaching=teaching)
    middle = time.perf_counter()
    metrics = trainer.learn(progress.iteration, progress.share(options), teaching=teaching)
    end = time.perf_counter()
    decisions, games, scores = group.sum(outcomes.decisions, outcomes.games, outcomes.winner_scores)
    against = [result for results in group.gather(outcomes.against) for result in results]
    trainer.pool.update(against)
    progress.iteration += 1
    progress.samples += int(decisions)
    return {
        "phase": f"learning from {options.teacher}" if teaching else "self-play",
        "decisions": int(decisions),
        "games": int(games),
        "winner_score": scores / games,
        "value_error": trainer.rollout.value_error(),
        "against": against,
        "seconds_playing": middle - begin,
        "seconds_learning": end - middle,
        **metrics,
    }


def _save(
    trainer: Trainer, run: Run, progress: Progress, display: Display | None, *, stopping: bool
) -> None:
    """Write snapshot and checkpoint and evaluate, each when it is due."""
    options, group, pool = trainer.options, trainer.group, trainer.pool
    iteration = progress.iteration
    if iteration % options.snapshot_every == 0:
        if group.is_leader:
            about = run.about(progress)
            save_network(pool.snapshot_path(iteration), trainer.network, about)
        group.wait()
        pool.add_snapshot(iteration)
    is_last = progress.share(options) >= 1
    is_due = bool(options.eval_every) and iteration % options.eval_every == 0
    evaluating = is_last or (is_due and not stopping)
    if display:
        if evaluating or stopping or iteration % options.checkpoint_every == 0:
            members = pool.to_json()
            run.save(trainer.network, trainer.critic, trainer.optimizer, progress, members)
        if evaluating:
            _evaluate(run, progress, display)
    group.wait()


def _evaluate(run: Run, progress: Progress, display: Display) -> None:
    options = run.options
    lines = [
        evaluate(options.spec, run.network_path, baseline, num_players, options.eval_games)
        for num_players in options.player_counts
        for baseline in options.baselines
    ]
    for line in lines:
        run.log_evaluation({**asdict(progress), **line})
    display.show_evaluations(lines)


def _initial_network(options: Options) -> PolicyNetwork:
    """A random network, or --init-from, grown to --hidden-sizes.

    A run that ended before its first checkpoint starts again with the same network.
    """
    if not options.init_from or Run(options).checkpoint_path.is_file():
        return PolicyNetwork(options.spec, options.layer_sizes)
    return grow(_load_init(options), options.layer_sizes)


def _load_init(options: Options) -> PolicyNetwork:
    """Read the network of --init-from."""
    spec = options.spec
    return load_network(find_network(options.init_from, spec), spec)[0]


def _critic(options: Options) -> PrivilegedCritic | None:
    """The critic that sees what is hidden, if the run trains one."""
    return PrivilegedCritic(options.spec, options.layer_sizes) if options.privileged else None


def network_size(options: Options) -> int:
    """Number of parameters, with those of the critic."""
    with torch.device("meta"):
        networks = [PolicyNetwork(options.spec, options.layer_sizes), _critic(options)]
    return sum(p.numel() for network in networks if network for p in network.parameters())


def _resolve(options: Options) -> Options:
    """Fill in what depends on the game, the initial network and the machine.

    The number of workers determines which games are played: a resumed run keeps it.
    """
    run = Run(options)
    config = run.config() if options.resume and run.exists else {}
    sizes = options.hidden_sizes or tuple(config.get("hidden_sizes", ()))
    if options.init_from and not config:
        initial = _load_init(options).hidden
        sizes = sizes or initial
        if sizes != initial:
            print(f"{options.init_from} grows from {joined(initial)} to {joined(sizes)}")
    workers = options.workers or config.get("workers", 0) or num_workers(0)
    return replace(
        options,
        players=options.player_counts,
        baselines=options.baselines or training_baselines(options.spec),
        hidden_sizes=sizes or options.layer_sizes,
        workers=workers,
    )


def _device(options: Options) -> torch.device:
    if options.device == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if options.device == "cuda" and not torch.cuda.is_available():
        raise TrainingError("device is 'cuda', but PyTorch finds none")
    return torch.device(options.device)


def _precision(options: Options, device: torch.device) -> torch.dtype:
    """bfloat16 halves the time where the processor has instructions for it, else it doubles it."""
    if options.precision == "auto":
        is_fast = device.type == "cuda" or torch.cpu._is_avx512_bf16_supported()
        return torch.bfloat16 if is_fast else torch.float32
    return {"bfloat16": torch.bfloat16, "float32": torch.float32}[options.precision]


def run_training(options: Options) -> None:
    """Start or resume a run, and train it to the end."""
    options.check()
    options = _resolve(options)
    run = Run(options)
    if options.resume:
        run.check()
    else:
        run.begin()
    try:
        with worker_group(options.workers, network_size(options), train, options) as group:
            train(group, options)
    except KeyboardInterrupt:
        raise Stopped("stopped; to resume, add --resume to the same command") from None
    print(f"The network is {run.network_path}, the report {run.path / 'report.html'}.")
    agents = f"ppo:{run.path}", training_baselines(options.spec)[-1]
    print(f"How good is it?  {arena_command(options.spec, *agents, '--games', '1000')}")


main = partial(run_command, Options, run_training, module=__name__)


if __name__ == "__main__":
    sys.exit(main())
