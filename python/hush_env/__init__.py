"""Hush as an environment for research on silent coordination. It needs Python 3.9 or newer and Node; nothing has to be installed or built."""

from .actions import ACTION_COUNT, describe
from .baselines import PlannerPlayer, RandomPlayer, ScriptedPlayer, play
from .environment import HushEnv, parallel_env
from .observation import OBSERVATION_LENGTH, Observation
from .referee import Referee, RefereeError

__all__ = [
    "ACTION_COUNT",
    "HushEnv",
    "OBSERVATION_LENGTH",
    "Observation",
    "PlannerPlayer",
    "RandomPlayer",
    "Referee",
    "RefereeError",
    "ScriptedPlayer",
    "describe",
    "parallel_env",
    "play",
]
