"""
The game in the shape of PettingZoo's parallel API: every player acts at once, and a step is a fixed time on the clock.
Nothing of PettingZoo is needed; with it installed, `parallel_env` gives an environment that its tools accept.
"""

from .actions import ACTION_COUNT, legal_actions
from .observation import OBSERVATION_LENGTH, Observation
from .referee import Referee, RefereeError

_WON = 3


class HushEnv:
    """
    One game. Games that share a `referee` share its process; `step_all` steps many of them together.

    reward: 1 for everybody when the game is won, -1 when it is lost, 0 before; the game is cooperative.
    """

    metadata = {"name": "hush_v0", "is_parallelizable": True, "render_modes": ["ansi"]}

    def __init__(self, scenario=1, players=4, tick=500, referee=None, render_mode=None, **options):
        self.possible_agents = ["player_%d" % seat for seat in range(players)]
        self.agents = []
        self.tick = tick
        self.render_mode = render_mode
        self._options = dict(options, scenario=scenario, players=self.possible_agents)
        self._owns_referee = referee is None
        self._referee = referee or Referee()
        self._game = self._referee.new_name()
        self._exists = False
        self._at = 0
        self._saves = 0
        self._masks = []
        self._seen = Observation()

    # Playing the game.

    def reset(self, seed=None, options=None):
        setup = dict(self._options, **(options or {}))
        if seed is not None:
            setup["seed"] = seed
        self._must({"reset" if self._exists else "setup": setup})
        self._exists = True
        self.agents = list(self.possible_agents)
        self._at = 0
        self._take(self._must({"observe": True}))
        return self._observations(), self._infos([None] * len(self.agents))

    def step(self, actions):
        """Plays one step. `actions` has a number for each agent that acts; all other agents wait. A single action is a dictionary with one entry."""
        return step_all([self], [actions])[0]

    def action_mask(self, agent):
        """The mask of legal actions, a whole number: bit n is set if action n is legal."""
        return self._masks[self.possible_agents.index(agent)]

    def legal(self, agent):
        return legal_actions(self.action_mask(agent))

    def advice(self):
        """What our bots would do now: for each player an action number, 0 for waiting."""
        return self._must({"advice": True})["advice"]

    # Saving and restoring a game.

    def save(self):
        """Saves the game; returns a token for `restore`, valid as long as the referee's process runs."""
        self._saves += 1
        name = "%s/%d" % (self._game, self._saves)
        self._must({"save": name})
        return name, self._at, list(self.agents)

    def restore(self, token):
        name, self._at, agents = token
        self._must({"load": name})
        self.agents = list(agents)
        self._take(self._must({"observe": True}))
        return self._observations(), self._infos([None] * len(self.possible_agents))

    # Looking at the game.

    @property
    def observation(self):
        return self._seen

    def show(self):
        """Everything that players see, with names and coordinates (docs/REFEREE.md, `show`)."""
        return self._referee.ask({"game": self._game, "show": True})

    def render(self):
        return self._seen.text()

    def state(self):
        return list(self._seen)

    def observation_space(self, agent):
        return {"observation": OBSERVATION_LENGTH, "action_mask": ACTION_COUNT}

    def action_space(self, agent):
        return ACTION_COUNT

    def close(self):
        if self._owns_referee:
            self._referee.close()

    # Helpers of this class.

    def _must(self, line):
        answer = self._referee.ask(dict(line, game=self._game))
        if answer.get("ok") is not True:
            raise RefereeError(answer.get("why", "the referee refused"))
        return answer

    def _line(self, actions):
        self._at += self.tick
        joint = ",".join("null" if agent not in actions else str(int(actions[agent])) for agent in self.possible_agents)
        return '{"game":"%s","at":%d,"step":[%s]}' % (self._game, self._at, joint)

    def _take(self, answer):
        if answer.get("ok") is not True:
            raise RefereeError(answer.get("why", "the referee refused"))
        self._masks = [int(mask, 16) for mask in answer["masks"]]
        self._seen = Observation(answer["sees"])

    def _observations(self):
        return {
            agent: {"observation": self._seen, "action_mask": mask}
            for agent, mask in zip(self.possible_agents, self._masks)
        }

    def _infos(self, refused):
        return {agent: {"refused": code} for agent, code in zip(self.possible_agents, refused)}

    def _stepped(self, answer):
        self._take(answer)
        over = self._seen.is_over
        reward = (1 if self._seen[0] == _WON else -1) if over else 0
        observations, infos = self._observations(), self._infos(answer["refused"])
        if over:
            self.agents = []
        return (
            observations,
            {agent: reward for agent in self.possible_agents},
            {agent: over for agent in self.possible_agents},
            {agent: False for agent in self.possible_agents},
            infos,
        )


def step_all(environments, actions):
    """Plays one step in several games of one referee together, which is faster than one game after the other."""
    referee = environments[0]._referee
    answers = referee.ask_text([env._line(acts) for env, acts in zip(environments, actions)])
    return [env._stepped(answer) for env, answer in zip(environments, answers)]


def parallel_env(**options):
    """An environment for PettingZoo, with spaces of Gymnasium; these two packages must be installed."""
    import numpy
    from gymnasium import spaces
    from pettingzoo import ParallelEnv

    class Parallel(ParallelEnv):
        metadata = HushEnv.metadata

        def __init__(self):
            self._env = HushEnv(**options)
            self.possible_agents = self._env.possible_agents
            self.render_mode = self._env.render_mode

        @property
        def agents(self):
            return self._env.agents

        def observation_space(self, agent):
            return spaces.Dict(
                {
                    "observation": spaces.Box(-(2**31), 2**31 - 1, (OBSERVATION_LENGTH,), numpy.int32),
                    "action_mask": spaces.MultiBinary(ACTION_COUNT),
                }
            )

        def action_space(self, agent):
            return spaces.Discrete(ACTION_COUNT)

        def reset(self, seed=None, options=None):
            observations, infos = self._env.reset(seed, options)
            return self._arrays(observations), infos

        def step(self, actions):
            observations, *rest = self._env.step(actions)
            return (self._arrays(observations), *rest)

        def render(self):
            return self._env.render()

        def close(self):
            self._env.close()

        @staticmethod
        def _arrays(observations):
            return {
                agent: {
                    "observation": numpy.array(seen["observation"], numpy.int32),
                    "action_mask": numpy.array(
                        [seen["action_mask"] >> n & 1 for n in range(ACTION_COUNT)], numpy.int8
                    ),
                }
                for agent, seen in observations.items()
            }

    return Parallel()
