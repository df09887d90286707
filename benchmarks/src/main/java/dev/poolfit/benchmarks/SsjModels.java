package dev.poolfit.benchmarks;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import umontreal.ssj.simevents.Event;
import umontreal.ssj.simevents.Simulator;
import umontreal.ssj.simevents.eventlist.EventList;

/** The benchmark's models in SSJ, as fast as its event lists allow: event objects are reused and queues are arrays. */
final class SsjModels {
    private final Simulator simulator;
    private final ContinuousSampler exponential;
    private final double warm;
    private final double end;
    private long requests;
    private long counted;
    private double responses;

    private SsjModels(EventList events, ContinuousSampler exponential, double warm, double measured) {
        simulator = new Simulator(events);
        simulator.init();
        this.exponential = exponential;
        this.warm = warm;
        end = warm + measured;
        new Event(simulator) {
            @Override
            public void actions() {
                simulator.stop();
            }
        }.schedule(end);
    }

    /** Simulates Poisson arrivals at one server with exponential service. */
    static Rates singleServer(
            EventList events,
            ContinuousSampler exponential,
            double rate,
            double service,
            double warm,
            double measured) {
        var run = new SsjModels(events, exponential, warm, measured);
        var departure = run.new Departure(service);
        var arrival = run.new Arrival(1 / rate, departure);
        return run.finish(() -> arrival.schedule(run.exponential.sample() / rate));
    }

    /** Simulates customers who each wait an exponential delay, then for one server, then again. */
    static Rates closed(
            EventList events,
            ContinuousSampler exponential,
            int customers,
            double delay,
            double service,
            double warm,
            double measured) {
        var run = new SsjModels(events, exponential, warm, measured);
        var server = run.new Server(customers, delay, service);
        return run.finish(server::start);
    }

    private Rates finish(Runnable start) {
        start.run();
        simulator.start();
        return new Rates(counted / (end - warm), responses / counted, requests, 2 * requests);
    }

    private void answered(double began) {
        requests++;
        double now = simulator.time();
        if (now >= warm) {
            counted++;
            responses += now - began;
        }
    }

    private final class Arrival extends Event {
        private final double interval;
        private final Departure departure;

        Arrival(double interval, Departure departure) {
            super(simulator);
            this.interval = interval;
            this.departure = departure;
        }

        @Override
        public void actions() {
            schedule(interval * exponential.sample());
            departure.join(simulator.time());
        }
    }

    private final class Departure extends Event {
        private static final int MOST = 1 << 12;

        private final double service;
        private final double[] arrived = new double[MOST];
        private int first;
        private int waiting;

        Departure(double service) {
            super(simulator);
            this.service = service;
        }

        void join(double now) {
            arrived[(first + waiting++) & (MOST - 1)] = now;
            if (waiting == 1) {
                schedule(service * exponential.sample());
            }
        }

        @Override
        public void actions() {
            answered(arrived[first]);
            first = (first + 1) & (MOST - 1);
            if (--waiting > 0) {
                schedule(service * exponential.sample());
            }
        }
    }

    private final class Server extends Event {
        private final Customer[] queue;
        private final double delay;
        private final double service;
        private int first;
        private int waiting;

        Server(int customers, double delay, double service) {
            super(simulator);
            queue = new Customer[customers];
            this.delay = delay;
            this.service = service;
        }

        void start() {
            for (int i = 0; i < queue.length; i++) {
                new Customer(this).schedule(delay * exponential.sample());
            }
        }

        void join(Customer customer) {
            int place = first + waiting++;
            queue[place < queue.length ? place : place - queue.length] = customer;
            if (waiting == 1) {
                schedule(service * exponential.sample());
            }
        }

        @Override
        public void actions() {
            Customer customer = queue[first];
            first = first + 1 == queue.length ? 0 : first + 1;
            if (--waiting > 0) {
                schedule(service * exponential.sample());
            }
            answered(customer.began);
            customer.began = simulator.time();
            customer.schedule(delay * exponential.sample());
        }
    }

    private final class Customer extends Event {
        private final Server server;
        private double began;

        Customer(Server server) {
            super(simulator);
            this.server = server;
        }

        @Override
        public void actions() {
            server.join(this);
        }
    }
}
