"""Three players to compare with: random moves, a short script, and our own bots."""

import random

from .actions import ESCALATOR, EXPLORE, FAR, LAY, STEAL, VORTEX, WAIT, legal_actions


class RandomPlayer:
    """Chooses any legal action; waiting is one of them."""

    def __init__(self, seed=0):
        self._random = random.Random(seed)

    def act(self, env):
        return {agent: self._random.choice(env.legal(agent)) for agent in env.agents}


class ScriptedPlayer:
    """Explores and calls the theft if possible, lays the drawn tile, and otherwise makes the longest move in a random direction."""

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
    """Our own bots: what each of them would do at this moment."""

    def act(self, env):
        return dict(zip(env.possible_agents, env.advice()))


def play(env, player, seed=None, most=5000):
    """Plays a whole game; returns the last observation."""
    env.reset(seed=seed)
    for _ in range(most):
        if not env.agents:
            break
        env.step(player.act(env))
    return env.observation
