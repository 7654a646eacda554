"""What the studio asks its worker processes: of each question the request, the news before the answer, the answer.

A process is told the name of the question in the field ``do``, and everything else as the request has it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, NotRequired, Protocol, TypedDict, TypeVar

from ludens.studio.frames.design import ReportNews
from ludens.studio.frames.games import Checked, Description, GameSpec, Instructions
from ludens.studio.frames.learn import CircuitLesson, LessonRun
from ludens.studio.frames.positions import About, LookedAt, View
from ludens.studio.frames.teaching import Explanation, FactData, PuzzleData, SaidMove, Seen
from ludens.studio.frames.thinking import JudgedPosition, Thought, ThoughtSoFar, Values
from ludens.studio.frames.train import TrainingAnswer, TrainingCard
from ludens.studio.frames.watch import Replay, StoredTable, StoredTournament

Request = TypeVar("Request", bound=Mapping[str, object])
News = TypeVar("News")
News_contra = TypeVar("News_contra", contravariant=True)
Answer = TypeVar("Answer")

Task = Callable[[Any, Any], Any]
"""What answers a question, given the request and the call."""


class Caller(Protocol[News_contra]):
    """Whoever has asked, while a process works on the answer."""

    def tell(self, news: News_contra) -> None:
        """Sends news before the answer."""

    @property
    def stopped(self) -> bool:
        """Whether the answer is wanted soon."""


@dataclass(frozen=True, slots=True)
class Asked(Generic[Answer]):
    """A request as a process gets it, which knows the type of its answer."""

    request: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question(Generic[Request, News, Answer]):
    """A question by its name. Its types tie those who ask to those who answer."""

    name: str

    def asked(self, request: Request) -> Asked[Answer]:
        """The question with what it is about."""
        return Asked({"do": self.name, **request})

    def answered_by(self, task: Callable[[Request, Caller[News]], Answer]) -> tuple[str, Task]:
        """An entry of the table from which a process answers."""
        return self.name, task


class GameRequest(TypedDict):
    game: GameSpec


class PositionRequest(GameRequest):
    """The position after the moves of a match; ``person``: the only role of a person, if there is just one.

    ``advised``: for every turn the best moves, by the role's number as text, where they are known.
    """

    match: str
    moves: list[list[str]]
    person: int | None
    advised: list[dict[str, str]]


class LookRequest(PositionRequest):
    """An earlier position; ``best``: the best moves there by the role's number as text, where they are known."""

    ply: int
    best: dict[str, str]


class TextRequest(TypedDict):
    text: str


class TypedRequest(GameRequest, TextRequest):
    """Moves as a person types them."""


class NameRequest(TypedDict):
    name: str


ABOUT: Question[GameRequest, None, About] = Question("about")
VIEW: Question[PositionRequest, None, View] = Question("view")
LOOK: Question[LookRequest, None, LookedAt] = Question("look")
TYPED: Question[TypedRequest, None, list[list[str]]] = Question("typed")
INSTRUCT: Question[GameRequest, None, Instructions] = Question("instruct")
DESCRIBE: Question[NameRequest, None, Description] = Question("describe")
PICTURE: Question[GameRequest, None, str] = Question("picture")
CHECK: Question[TextRequest, None, Checked] = Question("check")


class AgentRequest(GameRequest):
    """An agent in a seat: whoever asks for the same seat again gets the same agent."""

    seat: str
    agent: str
    seed: int


class SeatedRequest(AgentRequest):
    role: int


class ThinkRequest(SeatedRequest):
    """The position after the moves, and limits for the search; so many first choices are made at random."""

    moves: list[list[str]]
    seconds: float | None
    playouts: int | None
    head_start: NotRequired[int]


class JudgeRequest(AgentRequest):
    """A whole game, and limits for each choice in it."""

    moves: list[list[str]]
    seconds: float | None
    playouts: int | None


PREPARE: Question[SeatedRequest, None, None] = Question("prepare")
THINK: Question[ThinkRequest, ThoughtSoFar, Thought] = Question("think")
JUDGE: Question[JudgeRequest, JudgedPosition, None] = Question("judge")


class SeenRequest(SeatedRequest):
    """The position after the moves; ``seconds`` or ``playouts``: for what others would do."""

    moves: list[list[str]]
    seconds: float | None
    playouts: int | None


class ExplainRequest(AgentRequest):
    """The last turn of these moves. ``best``: the best moves by the role's number as text, where they are known.

    ``judge``: they are not, and have to be found within these limits.
    """

    moves: list[list[str]]
    best: dict[str, str]
    judge: bool
    seconds: float | None
    playouts: int | None


class ExplainedTurn(TypedDict):
    """Explanations for all who had a choice, and what the positions before and after the turn are worth."""

    turn: list[Explanation]
    judged: list[JudgedPosition]


SEE: Question[SeenRequest, None, Seen] = Question("see")
EXPLAIN: Question[ExplainRequest, None, ExplainedTurn] = Question("explain")


class MakePuzzlesRequest(GameRequest):
    """Puzzles of a game: so many, within so many seconds."""

    seed: int
    most: int
    seconds: float


class MistakesRequest(AgentRequest):
    """The mistakes of a game as puzzles. ``turns``: for each the ply before it, and the role."""

    moves: list[list[str]]
    turns: list[list[int]]
    seconds: float | None
    playouts: int | None


class RefuteRequest(GameRequest):
    """A move of a role in the position after the moves, and what is the matter with it."""

    moves: list[list[str]]
    role: int
    move: str


class Refuted(TypedDict):
    """The move, the joint moves with which it goes on, and facts about it."""

    move: SaidMove
    line: list[list[str]]
    texts: list[str]
    facts: list[FactData]


class PuzzlesMade(TypedDict):
    """``reason``: why there are none of this game: ``hidden``, ``at_once``, or nothing."""

    reason: str


MAKE_PUZZLES: Question[MakePuzzlesRequest, PuzzleData, PuzzlesMade] = Question("make_puzzles")
PUZZLES_OF_MISTAKES: Question[MistakesRequest, PuzzleData, None] = Question("puzzles_of_mistakes")
REFUTE: Question[RefuteRequest, None, Refuted] = Question("refute")


class Seconds(TypedDict):
    seconds: float


class NoRequest(TypedDict):
    """Nothing but the question."""


WARM: Question[NoRequest, None, None] = Question("warm")


class ReportRequest(TextRequest):
    """``brief``: without the parts that take seconds."""

    brief: bool


REPORT: Question[ReportRequest, ReportNews, Seconds] = Question("report")


class StoreRequest(TypedDict):
    """``store``: the path of the store."""

    store: str


class StoredTournamentRequest(StoreRequest):
    """``tournament``: an id, or its beginning."""

    tournament: str


class StoredGameRequest(StoreRequest):
    """``game``: an id, or its beginning."""

    game: str


class MatchFileRequest(TypedDict):
    """A match of the studio; ``values``: what roles could expect after each turn."""

    id: str
    title: str
    spec: GameSpec
    players: list[str]
    moves: list[list[str]]
    values: list[Values | None]
    result: str


class ContestRequest(StoreRequest):
    """``tournament``: what a page asked for, which nobody has checked yet."""

    tournament: dict[str, Any]


LIST: Question[StoreRequest, None, list[StoredTournament]] = Question("list")
COUNT: Question[StoredTournamentRequest, None, int] = Question("count")
TABLE: Question[StoredTournamentRequest, None, StoredTable] = Question("table")
REPLAY: Question[StoredGameRequest, None, Replay] = Question("replay")
REPLAY_FILE: Question[StoredGameRequest, None, str] = Question("replay_file")
MATCH_FILE: Question[MatchFileRequest, None, str] = Question("match_file")
BEGIN: Question[ContestRequest, None, str] = Question("begin")
PLAY: Question[ContestRequest, None, int] = Question("play")


class TrainingRequest(TypedDict):
    """``training``: the digest of its rules."""

    training: str


class SampleGameRequest(TrainingRequest):
    """``id``: of a game to look at."""

    id: str


TRAININGS: Question[NoRequest, None, list[TrainingCard]] = Question("trainings")
TRAINING: Question[TrainingRequest, None, TrainingAnswer] = Question("training")
SAMPLE_GAME: Question[SampleGameRequest, None, Replay] = Question("sample_game")
SAMPLE_GAME_FILE: Question[SampleGameRequest, None, str] = Question("sample_game_file")


class LearnRequest(GameRequest):
    """``ahead``: random moves before the position that is looked at."""

    ahead: int
    seed: int


class LessonRequest(LearnRequest):
    """``moves``: that come first, as they are typed."""

    lesson: str
    moves: str
    knobs: dict[str, Any]
    rounds: int


class CircuitRequest(LearnRequest):
    """``output``: what of the circuit is shown; ``lane``: the game whose board is drawn."""

    output: str
    lane: int


LESSON: Question[LessonRequest, None, LessonRun] = Question("lesson")
CIRCUIT: Question[CircuitRequest, None, CircuitLesson] = Question("circuit")
