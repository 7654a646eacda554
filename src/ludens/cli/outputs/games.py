"""What commands print of games, agents and positions with ``--json``."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict

JointMove = Annotated[list[str], "the move of every role, in order"]


class Choice(TypedDict):
    """A parameter of a game."""

    default: int | bool | str
    choices: str


class Game(TypedDict):
    """A game that has a name."""

    name: str
    title: str
    summary: str
    parameters: dict[str, Choice]


class OptionOfAgent(TypedDict):
    """An option of an agent."""

    default: int | float | bool | str | None
    range: str
    meaning: str


class Agent(TypedDict):
    """An agent that has a name."""

    name: str
    summary: str
    options: dict[str, OptionOfAgent]
    source: Annotated[str, "where the idea is from"]


class Examination(TypedDict):
    """What is installed, and what is wrong with it."""

    well: bool
    facts: dict[str, str]
    problems: list[str]


class Facts(TypedDict):
    """What Ludens knows about a game; None if it does not know."""

    name: str
    roles: list[str]
    turns: str | None
    goal_sum: Annotated[int | float | None, "what the goals of all roles add up to"]
    max_steps: int | None
    chance: Annotated[str | None, "the role that chance plays"]
    hidden: bool
    first_moves: dict[str, int]
    rules: NotRequired[int]
    relations: NotRequired[int]
    served_by: NotRequired[str]
    over_at_the_start: bool
    start: Annotated[str, "the first position as text"]


class Seen(TypedDict):
    """What a role did and what it then saw."""

    move: str | None
    percepts: list[str]


class Known(TypedDict):
    """What a role knows: ``show --role``."""

    game: str
    role: str
    seen: list[Seen]
    legal: list[str]


class Problem(TypedDict):
    """A mistake in a rulesheet, or a problem in play (then ``code`` is ``play``)."""

    severity: Literal["error", "warning"]
    code: str
    message: str
    line: NotRequired[int]
    column: NotRequired[int]
    moves: NotRequired[list[JointMove]]
    position: NotRequired[str]


class Played(TypedDict):
    """Random games played to test a rulesheet: ``check --play``, after the problems."""

    games: int
    finished: int
    lengths: list[int]


class MoveReport(TypedDict):
    """What an agent thinks of a move; None if it has no opinion."""

    move: str
    visits: int | None
    value: float | None
    margin: float | None
    amaf: float | None
    proven: bool
    chance: float | None


class Suggestion(TypedDict):
    """What an agent would play."""

    game: str
    agent: str
    role: str
    move: str
    value: Annotated[float | None, "the goal that it expects, 0 to 100"]
    moves: list[MoveReport]
    line: Annotated[list[JointMove], "the moves it expects"]
    notes: dict[str, Any]


class MoveValue(TypedDict):
    """A first move and its value for the role that makes it."""

    move: str
    value: float


class Solution(TypedDict):
    """The value of a game, with a proof."""

    game: str
    goals: dict[str, float]
    role: Annotated[str | None, "whose moves are listed"]
    moves: list[MoveValue]
    line: list[JointMove]
    method: str
    positions: int
    seconds: float


class Structure(TypedDict):
    """What the rules of a game show: ``analyse --structure``. ``evidence`` says how it is known (structure.md)."""

    game: str
    games: int
    turns: dict[str, Any]
    goal_sum: dict[str, Any]
    max_steps: int | None
    counters: list[dict[str, Any]]
    latches: list[dict[str, Any]]
    set_latches: list[dict[str, Any]]
    goal_latches: list[dict[str, Any]]
    factors: dict[str, Any] | None
    symmetry_count: int
    symmetries: list[dict[str, Any]]
    dead_moves: list[Any]


class Speed(TypedDict):
    """A row of a benchmark."""

    game: str
    backend: Literal["table", "llvm", "native"]
    threads: int
    states_per_second: float
    games_per_second: float
    gates: int
    ground_seconds: float
    compile_seconds: float
    mean_length: float
    goal_means: list[float]
    device: Annotated[str, "cpu, cuda, cuda:1, …"]


class Device(TypedDict):
    """Where engines can run, or cannot, with the reason."""

    device: str
    usable: bool
    about: str
    processors: int
    memory_bytes: int | None


class Peer(TypedDict):
    """The same game in OpenSpiel: ``bench --peers``."""

    game: str
    peer: str
    python_games_per_second: float
    cpp_games_per_second: float
    python_ratio: float
    cpp_ratio: float


class Count(TypedDict):
    """Sequences of joint moves; by first move with ``--split``, with positions with ``--states``."""

    sequences: int
    depth: NotRequired[int]
    moves: NotRequired[JointMove]
    states: NotRequired[int]
    finished: NotRequired[int]


class Exploitability(TypedDict):
    """What a best response gains against an agent."""

    game: str
    agent: str
    playouts: int | None
    positions: int
    value: dict[str, float]
    range: float
    exploitability: dict[str, float]
    mean: float


class Learnt(TypedDict):
    """What Ludens learnt about a game, and how well it does in new games."""

    game: str
    was_known: bool
    seconds: float
    features: int
    weights: int
    findings: dict[str, Any] | None
    most_telling: list[dict[str, Any]]


class Score(TypedDict):
    """What a network scored against somebody, with its interval of 95 %."""

    opponent: str
    pairs: int
    score: float
    low: float
    high: float
    clock: Annotated[float | None, "seconds that both had for a move; null where both looked one move ahead"]


class Exam(TypedDict):
    """How many moves in these positions change the outcome: of the policy alone, and looking one move ahead."""

    positions: int
    policy: int
    ahead: int


class TrainingProgress(TypedDict):
    """How good a network is now."""

    seconds: Annotated[float, "of training so far"]
    until: Annotated[float, "seconds of training at its end"]
    generation: int
    positions: int
    value_loss: float
    move_loss: float
    whole: Annotated[bool, "whether the game was solved whole"]
    perfect: Annotated[Exam | None, "in positions of perfect play"]
    random: Annotated[Exam | None, "in random positions"]
    scores: list[Score]


class Trained(TypedDict):
    """A training at its end."""

    game: str
    file: str
    seed: int
    device: str
    plan: dict[str, Any]
    generations: int
    positions: int
    looked_at: int
    seconds: float
    match: NotRequired[Score | None]
    blend: NotRequired[Annotated[float, "what random games count for in the best way to play it, 0 to 1"]]
    helps: NotRequired[Annotated[bool, "whether the network is better than none"]]
    measured: NotRequired[dict[str, Any]]


class MeasuredNetwork(TypedDict):
    """A network that has played: ``train --measure``."""

    game: str
    file: str
    match: Score
    blend: Annotated[float, "what random games count for in the best way to play it, 0 to 1"]
    helps: Annotated[bool, "whether the network is better than none"]


Pass = TypedDict("Pass", {"pass": str, "gates": int, "fluents": int, "moves": int})
Pass.__doc__ = "The circuit after a pass: ``show --circuit``."
