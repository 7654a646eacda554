"""``ludens play GAME``: a game in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.columns import Columns

from ludens.arena.record import CHANCE
from ludens.arena.session import Record, Session, find_moves
from ludens.boards import picture
from ludens.boards.move_names import MoveNames
from ludens.boards.notation import with_names
from ludens.boards.picture import Place
from ludens.cli.completion import complete_agent, complete_seat
from ludens.cli.how_to_play import print_instructions
from ludens.cli.known import print_known
from ludens.cli.terminal import console, echo, game_argument, patience, print_picture
from ludens.engine.contract import LoadedGame
from ludens.folders import state_folder
from ludens.game import Decision, GameInfo, GoalError, Limit, Move, ParameterError, UnknownNameError
from ludens.games.endings.margin import margin
from ludens.games.endings.winning import winning_places
from ludens.games.endings.words import Ending, result_text
from ludens.games.how_to_play import how_to_play
from ludens.games.loading import load
from ludens.own.references import from_anywhere
from ludens.players import DEFAULT_AGENT, check_agent, make_agent
from ludens.players.agent import Agent, Closes, Ponders, tell
from ludens.players.preparing import PreparingAgent, make_agent_soon
from ludens.rules.contract import HasSheet

YOU = "you"
PATIENCE = 0.5
"""Seconds to wait for an agent to be ready; then a simpler one plays until it is."""

LINE = 64
"""Characters to a line of hints."""

HELP = """Type a move as it is listed, its number, or enough of its text in the rules, or
  moves   list the legal moves        board   draw the position
  undo    take your last move back    rules   how to play
  help    this list                   quit    leave; the game is saved"""


class _QuitError(Exception):
    """The person wants to leave."""


@click.command()
@game_argument(default="tic_tac_toe", required=False)
@click.option("--seat", "seats", multiple=True, metavar="ROLE=WHO", shell_complete=complete_seat,
              help="Who plays a role: 'you' or an agent. By default you play the first role.")  # fmt: skip
@click.option(
    "--against",
    metavar="AGENT",
    shell_complete=complete_agent,
    help=f"Who plays the other roles.  [default: {DEFAULT_AGENT}]",
)
@click.option(
    "--seconds", type=click.FloatRange(0.001), default=1.0, show_default=True, help="An agent's time for a move."
)
@click.option("--resume", is_flag=True, help="Continue the last game you left.")
@click.option("--seed", type=int, help="Make the agents' choices repeatable.")
def play(
    game: str, seats: tuple[str, ...], against: str | None, seconds: float, resume: bool, seed: int | None
) -> None:
    """Play GAME in the terminal, by default tic_tac_toe.

    Agents and people can take any seat. The game is saved after every move, so you can leave at any time.
    """
    path = last_game()
    if resume:
        record = Record.read(path)
    else:
        loaded = load(game)
        name = loaded.sheet.source.name if isinstance(loaded, HasSheet) and loaded.info.name != game else game
        name = str(Path(name).resolve()) if Path(name).is_file() else from_anywhere(name)
        seated = map(from_anywhere, seating(loaded.info, seats, against or DEFAULT_AGENT))
        record = Record(name, tuple(seated), (), seed)
    with patience("Preparing the agents"):
        table = _Table(load(record.game), record, path, Limit(seconds=seconds))
    table.run()


def last_game() -> Path:
    """Where the game in progress is kept."""
    return state_folder() / "last_game.json"


def seating(info: GameInfo, given: tuple[str, ...], against: str) -> tuple[str, ...]:
    """Who sits where: as given; without any, 'you' first; ``against`` in every other seat, and chance in its own."""
    check_agent(against)
    roles = [info.roles[role] for role in info.players]
    seats = {role: against if number or given else YOU for number, role in enumerate(roles)}
    for entry in given:
        role, sign, who = (part.strip() for part in entry.partition("="))
        role, who = role.lower(), YOU if who.lower() == YOU else who
        if not sign or not who:
            raise ParameterError(f"--seat {entry}: it should have the form ROLE=WHO.")
        if role in info.roles and role not in seats:
            raise ParameterError(f"--seat {entry}: nobody plays {role}: its moves are drawn at random.")
        if role not in seats:
            raise UnknownNameError("role", role, roles)
        if who != YOU:
            check_agent(who)
        seats[role] = who
    return tuple(seats.get(role, CHANCE) for role in info.roles)


def reason(decision: Decision) -> str:
    """What an agent thinks of its move, in a few words; nothing if it does not say."""
    if decision.value is None:
        return ""
    proven = any(report.proven for report in decision.moves if report.move == decision.move)
    expected = f"certain of {decision.value:.0f}" if proven else f"expecting {decision.value:.0f}"
    simulations = decision.notes.get("simulations", 0)
    return f" ({expected}, after {simulations:,} simulations)" if simulations else f" ({expected})"


class _Table:
    """One game between people at this terminal and agents."""

    def __init__(self, game: LoadedGame[Any], record: Record, path: Path, limit: Limit) -> None:
        self.game, self.record, self.path, self.limit = game, record, path, limit
        if len(record.seats) != len(game.info.roles):
            raise ParameterError(f"The record seats {len(record.seats)}, but {game.info.name} has other roles.")
        self.kept = True
        self.session: Session[Any] = Session(game)
        self.session.replay(record.moves)
        self.agents: list[Agent[Any] | None] = [
            None if who == YOU else self._agent(who, role) for role, who in enumerate(record.seats)
        ]

    def _agent(self, who: str, role: int) -> Agent[Any]:
        name = "random" if who == CHANCE else who
        if self.record.seed is not None:  # its choices are to be the same on every machine
            return make_agent(name, self.game, role, self.record.seed + role)
        return make_agent_soon(name, self.game, role, patience=PATIENCE)

    def run(self) -> None:
        seats = ", ".join(f"{role}: {who}" for role, who in zip(self.game.info.roles, self.record.seats, strict=True))
        console().print(f"{self.game.info.name} — {seats}")
        if None in self.agents:
            self._tell_goal()
            echo("Type a move, or 'help'; 'rules' tells how the game is played.")
        try:
            while not self.session.is_over:
                self._step()
            self._finish()
        except (_QuitError, EOFError, KeyboardInterrupt, click.Abort):
            self._save()
            echo("\nGoodbye." + (" The game is saved: 'ludens play --resume' continues it." if self.kept else ""))
        finally:
            for agent in self.agents:
                if isinstance(agent, PreparingAgent):
                    agent.close()
                elif isinstance(agent, Ponders):
                    agent.rest()
                elif isinstance(agent, Closes):
                    agent.close()

    def _tell_goal(self) -> None:
        """The goal, and what the roles of people want."""
        told = how_to_play(self.game)
        console().print(told.goal)
        people = [role for role, agent in zip(self.game.info.roles, self.agents, strict=True) if agent is None]
        for role in people:
            name = f"You are {role}." if len(people) == 1 else f"{role}:"
            console().print(f"{name} {told.roles.get(role, '')}".strip())

    def _step(self) -> None:
        state = self.session.state
        legal = [self.game.legal_moves(state, role) for role in range(len(self.agents))]
        if any(agent is None and len(moves) > 1 for agent, moves in zip(self.agents, legal, strict=True)):
            if not self.game.info.hidden:
                self._draw()
                self._hint(legal)
            for agent in self.agents:
                if isinstance(agent, Ponders):
                    agent.ponder(state)
        joint: list[Move] = []
        thoughts: dict[int, Decision] = {}
        for role, agent in enumerate(self.agents):
            if len(legal[role]) == 1:
                joint.append(legal[role][0])
            elif agent is not None:
                tell(agent, self.session.moves)
                thoughts[role] = agent.decide(self.session.given(role), self.limit)
                joint.append(thoughts[role].move)
            else:
                if self.game.info.hidden:
                    self._draw_known(role)
                    self._few(legal[role])
                move = self._ask(role, legal[role])
                if move is None:
                    return
                joint.append(move)
        names = self._names
        self.session.play(tuple(joint))
        self._save()
        for role, decision in thoughts.items() if not self.game.info.hidden else ():
            console().print(f"{self.game.info.roles[role]} plays {names.text(decision.move)}{reason(decision)}")
            agent = self.agents[role]
            if "stand_in" in decision.notes and isinstance(agent, PreparingAgent) and agent.preparing:
                console().print(f"({agent.preparing})", style="dim")

    def _ask(self, role: int, legal: tuple[Move, ...]) -> Move | None:
        """The move a person chooses; ``None`` when the position has changed under their hands."""
        while True:
            typed = click.prompt(
                f"{self.game.info.roles[role]} to move", prompt_suffix="> ", default="", show_default=False
            )
            word = typed.strip().lower()
            if word in ("quit", "exit", "q"):
                raise _QuitError
            if word == "undo":
                if self._undo():
                    return None
                echo("There is nothing to take back.")
            elif word in ("moves", "m"):
                self._list(legal)
            elif word == "board":
                self._draw_known(role) if self.game.info.hidden else self._draw()
            elif word == "rules":
                print_instructions(how_to_play(self.game))
            elif word in ("help", "h", "?"):
                echo(HELP)
            elif word:
                move = self._understand(word, legal)
                if move is not None:
                    return move

    def _understand(self, word: str, legal: tuple[Move, ...]) -> Move | None:
        names = self._names
        found = names.find(legal, word) or find_moves(legal, word)
        if len(found) == 1:
            return found[0]
        if found:
            echo(f"Which one? {', '.join(map(names.text, found[:10]))}{' …' if len(found) > 10 else ''}")
        else:
            echo(f"{word!r} is not a legal move here; 'moves' lists the {len(legal)} that are.")
        return None

    def _undo(self) -> bool:
        """Back to the last position in which a person had a choice."""
        people = [role for role, agent in enumerate(self.agents) if agent is None]
        done = self.session.undo(lambda s: any(len(self.game.legal_moves(s, role)) > 1 for role in people))
        self._save()
        return done

    def _finish(self) -> None:
        self._draw(winning_places(self.game, self.session.state))
        try:
            goals = self.game.goals(self.session.state)
            points = ", ".join(f"{self.game.info.roles[role]} {goals[role]}" for role in self.game.info.players)
            count = len(self.session.moves)
            moves = "1 move" if count == 1 else f"{count} moves"
            console().print(f"{self._result(goals)}. The game is over after {moves}: {points}")
        except GoalError as error:
            echo(f"The game is over, but its rules do not say how it ended. {error}")

    def _result(self, goals: Sequence[int]) -> str:
        info, people = self.game.info, [role for role, agent in enumerate(self.agents) if agent is None]
        you = people[0] if len(people) == 1 else None
        return result_text(Ending(info.roles, info.players, goals, you, margin(self.game, self.session.state)))

    def _hint(self, legal: list[tuple[Move, ...]]) -> None:
        """A few of the moves of each person who has a choice."""
        for role, agent in enumerate(self.agents):
            if agent is None and len(legal[role]) > 1:
                self._few(legal[role])

    def _few(self, legal: tuple[Move, ...]) -> None:
        """The number of moves and as many of them as fit on a line, but at least one."""
        names = self._names
        shown: list[str] = []
        for move in legal:
            if shown and len(", ".join([*shown, names.text(move)])) > LINE:
                break
            shown.append(names.text(move))
        more = "" if len(shown) == len(legal) else ", …"
        console().print(f"{len(legal)} moves: {', '.join(shown)}{more}", style="dim")

    def _list(self, legal: tuple[Move, ...]) -> None:
        told = [f"{number}. {self._names.text(move)}" for number, move in enumerate(legal, 1)]
        console().print(Columns(told, padding=(0, 3)))

    @property
    def _names(self) -> MoveNames:
        """What moves are called here."""
        return MoveNames(self.game, self.session.state)

    def _draw(self, won: frozenset[Place] = frozenset()) -> None:
        """The board with the last move marked, or what won the game. Whose turn it is stands in the prompt."""
        last = self.session.moves[-1] if self.session.moves and not won else ()
        echo()
        drawn = picture(self.game, self.session.state, last, won=won)
        print_picture(replace(drawn, panels=with_names(drawn.panels), turn=()))

    def _draw_known(self, role: int) -> None:
        """What a person's role has seen, and what it can be certain of."""
        print_known(self.game, self.session.view(role))

    def _save(self) -> None:
        """Keeps the game; if that fails, says so once, and the game goes on."""
        record = Record(self.record.game, self.record.seats, tuple(self.session.moves), self.record.seed)
        try:
            record.save(self.path)
        except OSError as error:
            if self.kept:
                echo(f"The game cannot be saved in {self.path}: {(error.strerror or str(error)).lower()}.", err=True)
            self.kept = False
        else:
            self.kept = True
