"""Why games of our best player at RoPaSci 360 are drawn: who was ahead, how long nothing happened, and what ended them.

    python benchmarks/ropasci_draws.py [--player ropasci_best] [--opponent ropasci_steady …] [--pairs 6]
                                       [--positions 9000] [--seed 1] [--store FILE]

Both players have a limit of positions and no clock, so that a call plays the same games again. A side's material is its
tokens and the throws it has left. A quiet time is one in which nobody throws or takes anything. With ``--store`` every
game is a line of the file, and a later call goes on from there.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ludens.arena.match import match_opening, seat_seed
from ludens.arena.measuring.json_lines import append_line, read_lines
from ludens.game import JointMove, Limit
from ludens.games.ropasci import Ropasci, ending
from ludens.players import make_agent
from ludens.players.agent import tell

PARTNER_POSITIONS = 20_000
"""More than any sparring partner looks at in a turn."""

OPENING_OVER = 120
"""The turn after which it is asked who is ahead."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game that is to be played; ``seat``: our best player's."""

    player: str
    opponent: str
    number: int
    seat: int
    positions: int
    seed: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game: the best player's goal, how it ended, and for every turn after the opening the tokens and throws left of
    our player and of its opponent, with what our player thought that the position was worth, in percent.
    """

    job: Job
    goal: int
    ending: str
    turns: list[tuple[int, int, int, int, float]]

    @property
    def lead(self) -> float:
        """What our player had more than the other on average, after the opening; of the last turn in a short game."""
        leads = [own + throws - other - others for own, throws, other, others, _ in self.turns]
        return statistics.fmean(leads[OPENING_OVER:] or leads[-1:])

    @property
    def quiet(self) -> int:
        """The turns of the longest quiet time."""
        longest = since = 0
        for turn, (now, before) in enumerate(zip(self.turns[1:], self.turns, strict=False), 1):
            if now[:4] != before[:4]:
                since = turn
            longest = max(longest, turn - since)
        return longest


def play(job: Job) -> Played:
    """Plays a game."""
    game, turns = Ropasci(), []
    history: list[JointMove] = []
    state = game.initial_state()
    names = [job.player if role == job.seat else job.opponent for role in (0, 1)]
    agents = [make_agent(name, game, role, seat_seed(job.seed, job.number, role)) for role, name in enumerate(names)]
    limits = [Limit(playouts=job.positions if role == job.seat else PARTNER_POSITIONS) for role in (0, 1)]
    for moves in match_opening(game, 1, job.seed, job.number):
        state = game.next_state(state, moves)
        history.append(moves)
    while not game.is_terminal(state):
        for agent in agents:
            tell(agent, history)
        decisions = [agent.decide(state, limit) for agent, limit in zip(agents, limits, strict=True)]
        own, other = job.seat, 1 - job.seat
        left, value = state.throws_left, decisions[own].value
        turns.append((len(state.tokens[own]), left[own], len(state.tokens[other]), left[other], round(value or 0.0, 1)))
        history.append((decisions[0].move, decisions[1].move))
        state = game.next_state(state, history[-1])
    ended = ending(state)
    return Played(job, int(game.goals(state)[job.seat]), ended.name if ended is not None else "", turns)


def played(data: dict[str, Any]) -> Played:
    """The game of a line."""
    return Played(Job(**data.pop("job")), **data)


def table(games: list[Played]) -> str:
    """Drawn games, sorted by who was ahead, in Markdown."""
    lines = ["| after the opening our player was | draws | longest quiet time | median value | ended by |"]
    lines.append("|---|---|---|---|---|")
    drawn = [game for game in games if game.goal == 50]
    for name, low, high in (
        ("ahead by 2 or more", 2.0, 99.0),
        ("ahead by 0.5 to 2", 0.5, 2.0),
        ("within 0.5", -0.5, 0.5),
        ("behind", -99.0, -0.5),
    ):
        some = [game for game in drawn if low <= game.lead < high]
        if some:
            ends = sorted({game.ending for game in some})
            ended = ", ".join(f"{end} {sum(game.ending == end for game in some)}" for end in ends)
            value = statistics.fmean(statistics.median(turn[4] for turn in game.turns) for game in some)
            quiet = statistics.fmean(game.quiet for game in some)
            lines.append(f"| {name} | {len(some)} of {len(games)} | {quiet:.0f} turns | {value:.0f} % | {ended} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="ropasci_best", help="ours, with options")
    parser.add_argument("--opponent", nargs="+", default=["ropasci_steady", "ropasci_patient"])
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--positions", type=int, default=9_000, help="that our player may look at in a turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--store", type=Path, help="JSON lines, one a game, to go on from")
    given = parser.parse_args()
    wanted = [
        Job(given.player, opponent, number, seat, given.positions, given.seed)
        for number in range(given.pairs)
        for opponent in given.opponent
        for seat in (0, 1)
    ]
    done = {game.job: game for game in read_lines(given.store, played)}
    for job in wanted:
        if job not in done:
            done[job] = play(job)
            append_line(given.store, asdict(done[job]))
    print(table([done[job] for job in wanted]))


if __name__ == "__main__":
    main()
