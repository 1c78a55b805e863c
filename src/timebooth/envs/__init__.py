"""The same games for learners: PettingZoo, Gymnasium, OpenSpiel. Optional; `timebooth.envs.register` names them."""
