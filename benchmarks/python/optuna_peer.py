"""Optuna as a peer of the search benchmark: JSON lines on standard input and output.

First it says which samplers it has. Then each line {"study", "sampler", "seed", "value"} tells the study the
throughput that its last setting showed (null at first) and is answered with the next setting, {"pool", "threads"};
{"study", "end": true} forgets a study and is not answered. The space comes as arguments: lowest and highest pool,
lowest and highest threads, then the pool and the threads that every study tries first.
"""

import json
import sys
import warnings

import optuna

# Optuna draws ten settings at random before its samplers begin, more than the trials that are compared here.
STARTUP_TRIALS = 4


def samplers():
    def tpe(seed):
        return optuna.samplers.TPESampler(seed=seed, n_startup_trials=STARTUP_TRIALS, multivariate=True)

    def gp(seed):
        return optuna.samplers.GPSampler(seed=seed, n_startup_trials=STARTUP_TRIALS)

    found = {"tpe": tpe}
    try:
        import scipy  # noqa: F401
        import torch
    except Exception:  # an incomplete PyTorch fails in many ways
        return found
    torch.set_num_threads(1)
    return found | {"gp": gp}


class Study:
    def __init__(self, sampler, space, found):
        self.space = space
        self.study = optuna.create_study(direction="maximize", sampler=sampler)
        self.study.enqueue_trial(found)
        self.asked = None

    def next(self, value):
        if self.asked is not None:
            self.study.tell(self.asked, value)
        self.asked = self.study.ask()
        return {name: self.asked.suggest_int(name, low, high, log=True) for name, (low, high) in self.space.items()}


def main():
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    warnings.simplefilter("ignore")
    low_pool, high_pool, low_threads, high_threads, pool, threads = map(int, sys.argv[1:])
    space = {"pool": (low_pool, high_pool), "threads": (low_threads, high_threads)}
    available = samplers()
    studies = {}
    print(json.dumps({"optuna": optuna.__version__, "samplers": list(available)}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        name = asked["study"]
        if asked.get("end"):
            studies.pop(name, None)
            continue
        if name not in studies:
            sampler = available[asked["sampler"]](asked["seed"])
            studies[name] = Study(sampler, space, {"pool": pool, "threads": threads})
        print(json.dumps(studies[name].next(asked["value"])), flush=True)


if __name__ == "__main__":
    main()
