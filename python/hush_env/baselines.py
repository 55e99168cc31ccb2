"""Three players to compare with: one by chance, one by a short script, and our own bots."""

import random

from .actions import ESCALATOR, EXPLORE, FAR, LAY, STEAL, VORTEX, WAIT, legal_actions


class RandomPlayer:
    """Any legal action; waiting is one of them."""

    def __init__(self, seed=0):
        self._random = random.Random(seed)

    def act(self, env):
        return {agent: self._random.choice(env.legal(agent)) for agent in env.agents}


class ScriptedPlayer:
    """Explores and steals where it can, lays the tile it holds, and otherwise walks as far as it can, by chance."""

    def __init__(self, seed=0):
        self._random = random.Random(seed)

    def act(self, env):
        return {agent: self._one(legal_actions(env.action_mask(agent))) for agent in env.agents}

    def _one(self, legal):
        for wanted in (STEAL, EXPLORE):
            if wanted in legal:
                return wanted
        lays = [action for action in legal if LAY <= action < STEAL]
        if lays:
            return self._random.choice(lays)
        walks = [action for action in legal if FAR <= action < EXPLORE and not VORTEX <= action < EXPLORE]
        rides = [action for action in walks if action >= ESCALATOR]
        return self._random.choice(rides or walks or [WAIT])


class PlannerPlayer:
    """Our own bots: what they would do at this moment, for every player."""

    def act(self, env):
        return dict(zip(env.possible_agents, env.advice()))


def play(env, player, seed=None, most=5000):
    """One whole game; returns the last observation."""
    env.reset(seed=seed)
    for _ in range(most):
        if not env.agents:
            break
        env.step(player.act(env))
    return env.observation
