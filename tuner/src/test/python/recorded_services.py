"""Records services for RecordedServicesIT: recorded_services.py SEED [LAW...] > recorded.txt; then gzip -9n recorded.txt.

A discrete-event simulation of closed users, worker threads, a connection pool, the cores of the service and of the
database (processor sharing), a lock and delays. It needs nothing but Python 3.9 and shares no code with Poolfit's own
simulation, solver or fit. The services follow laws that Poolfit's model has, and laws that it does not have.

Lines of the output, each a law's first one followed by those of its pools:

  law NAME users=N think=S threads=N cores=N database=N
  truth POOL RATE HALF   good responses a second over a very long run, and half of its 95 % interval
  rate POOL V...         responses in each second
  response POOL V...     mean response time in each second, in ms; 0 where none ended
  active|pending|busy POOL V...       connections in use, threads that wait for one, busy threads; tenths, by 5 s
  service|database POOL V...          cores in use; hundredths, by 5 s

All pools of a law are recorded under the same weather: second for second, their processors and delays are as fast or as
slow. A long run has none, since a weather's mean speed is 1.
"""

import heapq
import math
import random
import sys
from collections import deque

SECONDS, TRUTH, WARM = 240, 1200, 20
POOLS = range(1, 11)
EVERY = 5


class Processors:
    """Jobs share the cores equally; the capacity may depend on how many there are."""

    def __init__(self, cores, capacity):
        self.cores, self.capacity = cores, capacity
        self.heap, self.done, self.pace, self.busy = [], 0.0, 0.0, 0

    def paced(self, speed):
        """After a change of the jobs or of the speed: what each job gets done a second."""
        jobs = len(self.heap)
        self.pace = speed * min(1.0, self.capacity(jobs) / jobs) if jobs else 0.0
        self.busy = min(jobs, self.cores)


class Request:
    def __init__(self, began, steps):
        self.began, self.steps, self.at = began, steps, 0


def simulate(law, pool, seconds, weather, rng):
    """Sums by second: responses, their times, and the time integrals of what is in use."""
    service = Processors(law["cores"], lambda jobs: law["cores"])
    database = Processors(law["database"], law["capacity"])
    now, speed, serial = 0.0, weather(0), 0
    later, for_thread, for_connection, for_lock = [], deque(), deque(), deque()
    threads, connections, locked = law["threads"], pool, False
    table = [[0.0] * 7 for _ in range(seconds)]
    row = table[0]

    def after(delay, what, request):
        nonlocal serial
        serial += 1
        heapq.heappush(later, (now + delay, serial, what, request))

    def step(request):
        """The next step of a request that has a thread."""
        nonlocal connections, threads, locked, serial
        while True:
            if request.at == len(request.steps):
                row[0] += 1
                row[1] += now - request.began
                after(rng.expovariate(1 / law["think"]) if law["think"] else 0.0, "send", None)
                if for_thread:
                    request = for_thread.popleft()
                    continue
                threads += 1
                return
            kind, amount = request.steps[request.at]
            request.at += 1
            if kind == "get":
                if connections == 0:
                    for_connection.append(request)
                    return
                connections -= 1
            elif kind == "give":
                if for_connection:
                    step(for_connection.popleft())
                else:
                    connections += 1
            elif kind == "lock":
                if locked:
                    for_lock.append((request, amount))
                else:
                    locked = True
                    after(amount / speed, "unlock", request)
                return
            elif kind == "delay":
                after(amount / speed, "go", request)
                return
            else:
                where = service if kind == "service" else database
                serial += 1
                heapq.heappush(where.heap, (where.done + amount, serial, request))
                where.paced(speed)
                return

    def send():
        nonlocal threads
        request = Request(now, law["steps"](rng))
        if threads == 0:
            for_thread.append(request)
            return
        threads -= 1
        step(request)

    for _ in range(law["users"]):
        after(rng.random() * max(law["think"], 0.1), "send", None)
    second, second_end = 0, 1.0
    while True:
        then, what = second_end, None
        if service.pace:
            ends = now + (service.heap[0][0] - service.done) / service.pace
            if ends < then:
                then, what = ends, service
        if database.pace:
            ends = now + (database.heap[0][0] - database.done) / database.pace
            if ends < then:
                then, what = ends, database
        if later and later[0][0] < then:
            then, what = later[0][0], later
        passed = then - now
        if passed > 0:
            row[2] += passed * (pool - connections)
            row[3] += passed * len(for_connection)
            row[4] += passed * (law["threads"] - threads)
            row[5] += passed * service.busy
            row[6] += passed * database.busy
            service.done += passed * service.pace
            database.done += passed * database.pace
            now = then
        if what is None:
            second += 1
            second_end += 1.0
            if second == seconds:
                return table
            row, speed = table[second], weather(second)
            service.paced(speed)
            database.paced(speed)
        elif what is later:
            _, _, kind, request = heapq.heappop(later)
            if kind == "send":
                send()
                continue
            if kind == "unlock":
                locked = bool(for_lock)
                if for_lock:
                    other, amount = for_lock.popleft()
                    after(amount / speed, "unlock", other)
            step(request)
        else:
            request = heapq.heappop(what.heap)[2]
            what.paced(speed)
            step(request)


def spread(rng, mean, variation):
    """A lognormal amount with a mean and a coefficient of variation."""
    sigma = math.sqrt(math.log(1 + variation * variation))
    return mean * rng.lognormvariate(-sigma * sigma / 2, sigma)


def laws(rng):
    """Two of each kind, with demands of their own; ms are what one request takes."""

    def law(name, outside, held, query, delay, users=40, think=0.0, variation=0.5, lock=0.0, long=0.0, **more):
        scale = rng.uniform(1.4, 2.8)

        def steps(draw):
            times = scale * (6.0 if draw.random() < long else 1.0) / 1000
            some = [("service", spread(draw, outside * times, variation)), ("get", 0)]
            for kind, amount in (("service", held), ("database", query), ("lock", lock), ("delay", delay)):
                if amount:
                    some.append((kind, spread(draw, amount * times, variation)))
            return some + [("give", 0)]

        cores = more.get("database", 2)
        shape = more.get("capacity", lambda jobs: cores)
        return dict(name=name, users=users, think=think, threads=more.get("threads", 100), cores=2, database=cores,
                    capacity=shape, steps=steps)

    for copy in "ab":
        yield law("waiting-" + copy, 0.5, 0, 0.5, 80)
        yield law("database-" + copy, 0.5, 0, 25, 20)
        yield law("computing-" + copy, 20, 0, 3, 20)
        yield law("view-" + copy, 1, 18, 4, 20)
        yield law("crowding-" + copy, 0.5, 0, 20, 30, capacity=lambda jobs: 2 / (1 + 0.02 * max(0, jobs - 2)))
        yield law("lock-" + copy, 0.5, 0, 3, 40, lock=12)
        yield law("two-kinds-" + copy, 0.5, 0, 6, 12, long=0.2)
        yield law("heavy-tail-" + copy, 0.5, 0, 5, 50, variation=2.0)
        yield law("thinking-" + copy, 1, 0, 4, 30, think=rng.uniform(0.5, 1.0))
        yield law("spilling-" + copy, 0.5, 0, 25, 20, capacity=lambda jobs: 2 if jobs < 6 else 1.5)


def weather(spread_of, rng, seconds):
    """Speed by second: first-order autoregression over 5 s with a mean of 1."""
    kept, level, speeds = math.exp(-1 / 5), rng.gauss(0, 1), []
    for _ in range(seconds):
        speeds.append(math.exp(spread_of * level - spread_of * spread_of / 2))
        level = kept * level + math.sqrt(1 - kept * kept) * rng.gauss(0, 1)
    return lambda second: speeds[second]


def main(seed, wanted):
    print("# " + __doc__.strip().replace("\n", "\n# "))
    print("# Python", sys.version.split()[0], "seed", seed)
    for number, law in enumerate(laws(random.Random(seed))):
        if wanted and law["name"] not in wanted:
            continue
        own = random.Random(f"{seed} {law['name']}")
        seen = weather((0.0, 0.02, 0.05, 0.1)[number % 4], own, WARM + SECONDS)
        print("law", law["name"], *(f"{key}={law[key]:.3g}" for key in ("users", "think", "threads", "cores", "database")))
        for pool in POOLS:
            long = simulate(law, pool, WARM + TRUTH, lambda second: 1.0, random.Random(own.getrandbits(64)))[WARM:]
            counts = [sum(row[0] for row in long[i : i + 20]) / 20 for i in range(0, TRUTH, 20)]
            mean = sum(counts) / len(counts)
            error = math.sqrt(sum((each - mean) ** 2 for each in counts) / (len(counts) - 1) / len(counts))
            print(f"truth {pool} {mean:.3f} {2.0 * error:.3f}")
            rows = simulate(law, pool, WARM + SECONDS, seen, random.Random(own.getrandbits(64)))[WARM:]
            print("rate", pool, *(int(row[0]) for row in rows))
            print("response", pool, *(round(1000 * row[1] / row[0]) if row[0] else 0 for row in rows))
            for name, column, scale in (("active", 2, 10), ("pending", 3, 10), ("busy", 4, 10), ("service", 5, 100),
                                        ("database", 6, 100)):
                print(name, pool, *(round(scale * sum(row[column] for row in rows[i : i + EVERY]) / EVERY)
                                    for i in range(0, SECONDS, EVERY)))
        print(law["name"], file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
