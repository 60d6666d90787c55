"""`run_variant`: play two sets of components on the same deals, and compare them."""

from __future__ import annotations

import math
import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import Any

from agents.arena.match import Match, default_seatings
from agents.arena.match_folder import MatchFolder
from agents.arena.run import Watch, play_deals
from agents.reporting.cli import CommandError, check_at_least, game_arguments, num_workers
from agents.reporting.figures import write_png
from parlour.files import write_file
from parlour.players.registry import make_agent
from parlour.ruleset import ruleset_for
from parlour.spec import GameSpec
from research.game import number_of_players, study_parts
from research.variant.measures import measure
from research.variant.output import draw_effects, write_effects
from research.variant.overrides import ComponentSet, load_set
from research.variant.paired import PairedComparison, compare
from research.variant.verdict import verdict


@dataclass(frozen=True)
class Variant:
    """A comparison to play: side A with the base set, side B with the changed set."""

    base: ComponentSet
    changed: ComponentSet
    sides: tuple[Match, Match]
    deals: int
    command: str  # plays it again

    @property
    def title(self) -> str:
        return "; ".join(map(str, self.changed.changes)) or "B against A"

    @property
    def notes(self) -> list[str]:
        """Warnings that hold whatever the games show."""
        spec, num_players = self.sides[0].spec, self.sides[0].num_players
        one, other = (ruleset_for(spec, side.components, num_players).rules for side in self.sides)
        notes = []
        if one.tobytes() == other.tobytes():
            notes.append(f"nothing that matters in a game of {num_players} players is changed")
        if (deviation := self.changed.deviation) and deviation != self.base.deviation:
            notes.append(f"B is no longer the printed game ({deviation})")
        return notes


@dataclass(frozen=True)
class VariantResult:
    """The comparison of both sides, and what it means."""

    variant: Variant
    comparison: PairedComparison
    verdict: list[str]
    notes: list[str]

    @property
    def title(self) -> str:
        match, deals = self.variant.sides[0], self.comparison.deals
        games = f"{deals * match.games_per_deal:,} games in {deals:,} deals a side"
        return f"{self.variant.title} ({match.num_players} players, {games})"


def plan_variant(
    spec: GameSpec,
    settings: Sequence[str] = (),
    *,
    components: str | os.PathLike[str] | None = None,
    base: str | os.PathLike[str] | None = None,
    agents: Sequence[str] | None = None,
    num_players: int | None = None,
    games: int = 20_000,
    seed: int = 0,
    other_seed: int | None = None,
    seatings: str | None = None,
) -> Variant:
    """Plan a comparison; all input is checked before anything is played or written.

    `settings` are changes such as "cards.joker.points=3" of the set in the folder `components` (by
    default that of `base`, by default the standard set). With `other_seed` B plays other deals than
    A: with nothing changed, this shows the effects of chance alone.
    """
    check_at_least("games", games, 1)
    agents = study_parts(spec).agents if agents is None else agents
    num_players = number_of_players(spec, num_players)
    for name in agents:
        make_agent(name, spec)
    changed = base if components is None else components
    sets = load_set(spec, base), load_set(spec, changed, settings)
    seeds = (seed, seed if other_seed is None else other_seed)
    how = seatings or default_seatings(num_players)
    one, other = (
        Match(spec, tuple(agents), num_players, first, how, False, False, side.components)
        for first, side in zip(seeds, sets, strict=True)
    )
    command = ["python", "-m", "research.variant", *game_arguments(spec)]
    for setting in settings:
        command += ["--set", setting]
    for name, value in (("components", components), ("base", base), ("other-seed", other_seed)):
        if value is not None:
            command += [f"--{name}", str(value)]
    command += ["--agents", *agents, "--players", str(num_players), "--games", str(games)]
    command += ["--seed", str(seed), "--seatings", how]
    return Variant(*sets, (one, other), max(2, one.deals_for(games)), shlex.join(command))


def run_variant(
    variant: Variant,
    *,
    workers: int = 0,
    out: str | os.PathLike[str] | None = None,
    watch: Callable[[str], Watch] = lambda side: lambda running, games: None,
) -> VariantResult:
    """Play both sides and compare them; games in the folder `out` are not played again."""
    workers = num_workers(workers)
    path = None if out is None else Path(out)
    folders = _open(path, variant) if path else (None, None)
    sides = [
        measure(play_deals(match, variant.deals, workers=workers, folder=folder, watch=watch(side)))
        for side, match, folder in zip("AB", variant.sides, folders, strict=True)
    ]
    comparison = compare(*sides)
    result = VariantResult(variant, comparison, verdict(comparison), variant.notes)
    if path:
        write_effects(path, comparison, _summary(result))
        draw = partial(draw_effects, comparison, result.title, result.verdict)
        result.notes.extend(write_png(path / "effects.png", draw))
    return result


def _open(path: Path, variant: Variant) -> tuple[MatchFolder, MatchFolder]:
    """Open a folder for each side, and write B's set so that it can be loaded again."""
    is_other = path.exists() and not (path / "A").is_dir()
    if is_other and (not path.is_dir() or any(path.iterdir())):
        raise CommandError(f"{path} holds other things than a study: name a new or empty folder")
    one, other = variant.sides
    folders = MatchFolder(path / "A", one), MatchFolder(path / "B", other)
    (path / "components").mkdir(exist_ok=True)
    for name, data in variant.changed.files.items():
        write_file(path / "components" / name, methodcaller("write", data))
    return folders


def _summary(result: VariantResult) -> dict[str, Any]:
    """All of `result.json` except the effects."""
    variant, comparison = result.variant, result.comparison
    width = comparison.width
    return {
        "command": variant.command,
        "changes": [asdict(change) for change in variant.changed.changes],
        "A": variant.sides[0].entries(),
        "B": variant.sides[1].entries(),
        "deals": comparison.deals,
        "deals_that_differ": comparison.deals_that_differ,
        "games_a_side": comparison.deals * variant.sides[0].games_per_deal,
        "correction": f"Bonferroni over {len(comparison.effects)} measures",
        "width_against_unpaired": None if math.isnan(width) else round(width, 4),
        "verdict": result.verdict,
        "notes": result.notes,
    }
