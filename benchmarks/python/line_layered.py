"""Solves services as layered queueing networks with LINE's LN solver.

Reads one service a line as JSON from standard input and writes one result a line: throughput and seconds of solving, or
why there is none. Every service is solved in a process of its own, which is ended after the given number of seconds.

usage: line_layered.py SECONDS < services.jsonl
"""

import json
import multiprocessing
import sys
import time

from line_solver import GlobalConstants, LN, MVA, VerboseLevel
from line_solver.constants import SchedStrategy
from line_solver.distributions import Exp, Immediate
from line_solver.layered import Activity, ActivityPrecedence, Entry, LayeredNetwork, Processor, Task


def demand(seconds):
    return Exp.fit_mean(seconds) if seconds > 0 else Immediate()


def network(service):
    """Users, then Tomcat's threads, then the pool's connections, then the database's cores and the delay."""
    net = LayeredNetwork("service")
    nowhere = Processor(net, "nowhere", float("inf"), SchedStrategy.INF)
    service_cpu = Processor(net, "serviceCpu", service["serviceCores"], SchedStrategy.PS)
    database_cpu = Processor(net, "databaseCpu", service["databaseCores"], SchedStrategy.PS)

    users = Task(net, "users", service["users"], SchedStrategy.REF).on(nowhere)
    users.set_think_time(demand(service["think"]))
    threads = Task(net, "threads", service["threads"], SchedStrategy.FCFS).on(service_cpu)
    pool = Task(net, "pool", service["pool"], SchedStrategy.FCFS).on(service_cpu)
    database = Task(net, "database", float("inf"), SchedStrategy.INF).on(database_cpu)
    waiting = Task(net, "waiting", float("inf"), SchedStrategy.INF).on(nowhere)

    ask = Entry(net, "ask").on(users)
    serve = Entry(net, "serve").on(threads)
    hold = Entry(net, "hold").on(pool)
    query = Entry(net, "query").on(database)
    wait = Entry(net, "wait").on(waiting)

    Activity(net, "asking", Immediate()).on(users).bound_to(ask).synch_call(serve, 1)
    before = Activity(net, "before", demand(service["cpuOutside"])).on(threads)
    before.bound_to(serve).synch_call(hold, 1).replies_to(serve)
    held = Activity(net, "held", demand(service["cpuHeld"])).on(pool).bound_to(hold)
    held.synch_call(query, 1).synch_call(wait, 1).replies_to(hold)
    Activity(net, "querying", demand(service["databaseCpu"])).on(database).bound_to(query).replies_to(query)
    Activity(net, "delaying", demand(service["delay"])).on(waiting).bound_to(wait).replies_to(wait)
    return net


def solve(service, answers):
    try:
        start = time.perf_counter()
        table = LN(network(service), lambda layer: MVA(layer, verbose=False), verbose=False).avg_table()
        seconds = time.perf_counter() - start
        throughput = float(table.loc[table["Node"] == "users", "Tput"].iloc[0])
        answers.put({"throughput": throughput, "seconds": seconds})
    except Exception as failure:  # the table says why a service has no result
        answers.put({"error": f"{type(failure).__name__}: {failure}"})


def main():
    limit = float(sys.argv[1])
    GlobalConstants.set_verbose(VerboseLevel.SILENT)
    for line in sys.stdin:
        answers = multiprocessing.Queue()
        process = multiprocessing.Process(target=solve, args=(json.loads(line), answers))
        process.start()
        try:
            answer = answers.get(timeout=limit)
        except Exception:
            answer = {"error": f"no result within {limit:g} s"}
        process.kill()
        process.join()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
