"""Plays games with a fixed sequence of random numbers and prints a hash of all observations. Tests compare it with the hash of the rules."""

import hashlib
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from hush_env import HushEnv, Referee  # noqa: E402
from hush_env.actions import legal_actions  # noqa: E402
from hush_env.environment import step_all  # noqa: E402


class Dice:
    """Random numbers, the same as in the tests of the rules."""

    def __init__(self, seed):
        self._state = seed

    def below(self, most):
        self._state = (self._state * 1103515245 + 12345) & 0xFFFFFFFF
        return (self._state * most) >> 32


def fingerprint(steps, games=30, scenario=7, players=4, tick=200):
    seen = hashlib.sha256()
    dice = Dice(1)
    with Referee() as referee:
        envs = [HushEnv(scenario, players, tick, referee) for _ in range(games)]
        seeds = 0
        for env in envs:
            env.reset(seed=seeds)
            seeds += 1
        done = 0
        while done < steps:
            actions = []
            for env in envs:
                acts = {}
                for agent in env.possible_agents:
                    legal = legal_actions(env.action_mask(agent))
                    acts[agent] = legal[dice.below(len(legal))]
                actions.append(acts)
            step_all(envs, actions)
            for env in envs:
                done += 1
                masks = [env.action_mask(agent) for agent in env.possible_agents]
                seen.update(("%s|%s\n" % (",".join(map(str, masks)), ",".join(map(str, env.observation)))).encode())
                if not env.agents:
                    env.reset(seed=seeds)
                    seeds += 1
    return seen.hexdigest()


if __name__ == "__main__":
    print(fingerprint(int(sys.argv[1]) if len(sys.argv) > 1 else 3000))
