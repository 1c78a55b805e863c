"""The games as environments for PettingZoo, Gymnasium and OpenSpiel; `timebooth.envs.register` registers them."""
