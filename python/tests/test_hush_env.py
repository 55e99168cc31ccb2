import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from hush_env import (  # noqa: E402
    ACTION_COUNT,
    OBSERVATION_LENGTH,
    HushEnv,
    PlannerPlayer,
    RandomPlayer,
    Referee,
    RefereeError,
    ScriptedPlayer,
    describe,
    play,
)
from hush_env.environment import step_all  # noqa: E402


class Environment(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.referee = Referee()

    @classmethod
    def tearDownClass(cls):
        cls.referee.close()

    def env(self, **options):
        return HushEnv(referee=self.referee, **options)

    def test_reset_gives_each_agent_150_numbers_and_a_mask_in_which_waiting_is_legal(self):
        env = self.env()
        observations, infos = env.reset(seed=1)
        self.assertEqual(list(observations), env.possible_agents)
        for agent, seen in observations.items():
            self.assertEqual(len(seen["observation"]), OBSERVATION_LENGTH)
            self.assertEqual(seen["action_mask"] & 1, 1)
            self.assertLess(seen["action_mask"], 1 << ACTION_COUNT)
            self.assertEqual(infos[agent], {"refused": None})
        self.assertEqual(env.observation.status, "playing")
        self.assertEqual(list(env.observation.tiles), [1])

    def test_the_text_writes_a_cell_as_tile_and_square(self):
        env = self.env()
        env.reset(seed=1)
        for hero, (cell, _) in env.observation.heroes.items():
            self.assertIn("%s on tile %d square %d" % (hero, cell // 16, cell % 16), env.observation.text())

    def test_the_same_seed_and_actions_give_the_same_game_and_another_seed_another(self):
        ends = [play(self.env(), RandomPlayer(3), seed=seed) for seed in (5, 5, 6)]
        self.assertEqual(ends[0], ends[1])
        self.assertNotEqual(ends[0], ends[2])

    def test_every_action_in_a_mask_is_accepted_by_an_agent_that_acts_alone(self):
        env = self.env(scenario=7)
        env.reset(seed=2)
        player = RandomPlayer(1)
        for _ in range(200):
            agent, action = list(player.act(env).items())[_ % 4]
            *_rest, infos = env.step({agent: action})
            self.assertEqual(infos[agent]["refused"], None, describe(action))
            if not env.agents:
                break

    def test_an_illegal_action_is_refused_with_a_code_and_changes_only_the_time(self):
        env = self.env()
        env.reset(seed=1)
        agent = env.possible_agents[0]
        illegal = next(n for n in range(ACTION_COUNT - 9) if not env.action_mask(agent) >> n & 1)
        before = list(env.observation)
        *_rest, infos = env.step({agent: illegal})
        self.assertIsInstance(infos[agent]["refused"], str)
        self.assertEqual(env.observation[2:], before[2:])
        self.assertEqual(before[1] - env.observation[1], env.tick)

    def test_time_runs_out_after_as_many_ticks_as_the_hourglass_has(self):
        env = self.env(tick=60_000)
        env.reset(seed=1)
        for n in range(3):
            self.assertEqual(env.agents, env.possible_agents)
            _seen, rewards, over, cut, _infos = env.step({})
        self.assertEqual(env.agents, [])
        self.assertEqual(set(rewards.values()), {-1})
        self.assertEqual((set(over.values()), set(cut.values())), ({True}, {False}))

    def test_a_restored_game_goes_on_as_the_saved_one(self):
        env = self.env(scenario=7)
        env.reset(seed=4)
        player = RandomPlayer(9)
        for _ in range(20):
            env.step(player.act(env))
        token, before = env.save(), list(env.observation)
        actions = [player.act(env)]
        env.step(actions[0])
        after = list(env.observation)
        env.restore(token)
        self.assertEqual(list(env.observation), before)
        env.step(actions[0])
        self.assertEqual(list(env.observation), after)

    def test_many_games_step_together_as_they_do_alone(self):
        alone, together = self.env(), [self.env(), self.env()]
        alone.reset(seed=1)
        for env in together:
            env.reset(seed=1)
        for _ in range(20):
            actions = RandomPlayer(_).act(alone)
            alone.step(actions)
            step_all(together, [actions, actions])
        self.assertEqual([list(env.observation) for env in together], [list(alone.observation)] * 2)

    def test_the_planner_wins_scenario_1_and_chance_does_not(self):
        env = self.env()
        self.assertEqual([play(env, PlannerPlayer(), seed=seed).status for seed in range(3)], ["won"] * 3)
        self.assertEqual(play(env, RandomPlayer(1), seed=1).status, "lost")
        self.assertEqual(play(env, ScriptedPlayer(1), seed=1).status, "lost")

    def test_every_number_below_the_count_has_words(self):
        words = [describe(action) for action in range(ACTION_COUNT)]
        self.assertEqual(len(set(words)), ACTION_COUNT)

    def test_a_bad_set_up_is_an_error_with_the_sentence_of_the_referee(self):
        with self.assertRaisesRegex(RefereeError, "[.]$"):
            self.env(scenario=99).reset()

    def test_a_referee_that_has_ended_is_an_error_and_no_wait_for_ever(self):
        referee = Referee()
        env = HushEnv(referee=referee)
        env.reset(seed=1)
        referee.close()
        with self.assertRaises(RefereeError):
            env.step({})


if __name__ == "__main__":
    unittest.main()
