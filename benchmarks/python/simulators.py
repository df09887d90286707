"""The simulator benchmark's models in SimPy and ciw: simulators.py REQUESTS REPETITIONS.

Prints a JSON line for each repetition: engine, model, throughput and mean response of the simulated service, requests
simulated, and CPU seconds that it took.
"""

import json
import random
import sys
import time

import ciw
import simpy

RATE, SERVICE = 100.0, 0.008
CUSTOMERS, DELAY, CPU = 200, 1.0, 0.004
CLOSED_RATE = 196.6
WARM = 0.05


class Count:
    """Answers and their response times after the warm-up."""

    def __init__(self, warm):
        self.warm, self.requests, self.counted, self.responses = warm, 0, 0, 0.0

    def answered(self, began, now):
        self.requests += 1
        if now >= self.warm:
            self.counted += 1
            self.responses += now - began


def cpu_seconds(work):
    began = time.process_time()
    work()
    return time.process_time() - began


def simpy_single(end, count, rng):
    env = simpy.Environment()
    server = simpy.Resource(env, capacity=1)

    def request():
        began = env.now
        with server.request() as turn:
            yield turn
            yield env.timeout(rng.expovariate(1 / SERVICE))
        count.answered(began, env.now)

    def arrivals():
        while True:
            yield env.timeout(rng.expovariate(RATE))
            env.process(request())

    env.process(arrivals())
    return cpu_seconds(lambda: env.run(until=end))


def simpy_closed(end, count, rng):
    env = simpy.Environment()
    server = simpy.Resource(env, capacity=1)

    def customer():
        while True:
            began = env.now
            yield env.timeout(rng.expovariate(1 / DELAY))
            with server.request() as turn:
                yield turn
                yield env.timeout(rng.expovariate(1 / CPU))
            count.answered(began, env.now)

    for _ in range(CUSTOMERS):
        env.process(customer())
    return cpu_seconds(lambda: env.run(until=end))


def ciw_single(end, count, rng):
    ciw.seed(rng.randrange(1 << 30))
    network = ciw.create_network(
        arrival_distributions=[ciw.dists.Exponential(rate=RATE)],
        service_distributions=[ciw.dists.Exponential(rate=1 / SERVICE)],
        number_of_servers=[1],
    )
    simulation = ciw.Simulation(network)
    seconds = cpu_seconds(lambda: simulation.simulate_until_max_time(end))
    for record in simulation.get_all_records():
        count.answered(record.arrival_date, record.exit_date)
    return seconds


def ciw_closed(end, count, rng):
    ciw.seed(rng.randrange(1 << 30))
    network = ciw.create_network(
        arrival_distributions=[ciw.dists.Sequential([1e-9] * CUSTOMERS + [float("inf")]), None],
        service_distributions=[ciw.dists.Exponential(rate=1 / DELAY), ciw.dists.Exponential(rate=1 / CPU)],
        number_of_servers=[float("inf"), 1],
        routing=[[0.0, 1.0], [1.0, 0.0]],
    )
    simulation = ciw.Simulation(network)
    seconds = cpu_seconds(lambda: simulation.simulate_until_max_time(end))
    began = {}
    for record in sorted(simulation.get_all_records(), key=lambda record: record.exit_date):
        if record.node == 1:
            began[record.id_number] = record.arrival_date
        else:
            count.answered(began[record.id_number], record.exit_date)
    return seconds


MODELS = [
    ("SimPy", "M/M/1", simpy_single, RATE),
    ("ciw", "M/M/1", ciw_single, RATE),
    ("SimPy", "closed 200", simpy_closed, CLOSED_RATE),
    ("ciw", "closed 200", ciw_closed, CLOSED_RATE),
]


def main():
    requests, repetitions = int(sys.argv[1]), int(sys.argv[2])
    for repetition in range(repetitions):
        for engine, model, run, rate in MODELS:
            end = requests / rate
            count = Count(WARM * end)
            seconds = run(end, count, random.Random(repetition))
            line = {
                "engine": engine,
                "model": model,
                "throughput": count.counted / (end - count.warm),
                "response": count.responses / count.counted,
                "requests": count.requests,
                "cpuSeconds": seconds,
            }
            print(json.dumps(line), flush=True)


main()
