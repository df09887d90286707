package dev.poolfit.load.http;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** A service in virtual time that answers when a plan says so, and knows each response time by itself. */
public final class VirtualService implements ClientConnection.Network {
    private static final long NEVER = Long.MAX_VALUE;

    /** When the answer to a request is due. */
    public interface Plan {
        /**
         * @param request 0 for the first that arrived
         * @param arrived nanoseconds since the load began
         * @return nanoseconds since the load began
         */
        long answersAt(int request, long arrived);
    }

    private record Exchange(long arrived, long answered) {}

    private final VirtualLoop loop;
    private final Plan plan;
    private final @Nullable String failure;
    private final long began;
    private final List<Exchange> exchanges = new ArrayList<>();

    private VirtualService(VirtualLoop loop, Plan plan, @Nullable String failure) {
        this.loop = loop;
        this.plan = plan;
        this.failure = failure;
        began = loop.now();
    }

    static VirtualService answering(VirtualLoop loop, Plan plan) {
        return new VirtualService(loop, plan, null);
    }

    static VirtualService answeringAfter(VirtualLoop loop, long millis) {
        return answering(loop, (request, arrived) -> arrived + millis * 1_000_000);
    }

    static VirtualService silent(VirtualLoop loop) {
        return answering(loop, (request, arrived) -> NEVER - loop.now());
    }

    /** Nobody listens where it should be. */
    static VirtualService refusing(VirtualLoop loop) {
        return new VirtualService(loop, (request, arrived) -> arrived, "connection refused");
    }

    int received() {
        return exchanges.size();
    }

    /** When the requests arrived, in nanoseconds since the load began. */
    List<Long> arrivals() {
        return exchanges.stream().map(Exchange::arrived).toList();
    }

    /** The response times in microseconds of requests that were due at a constant rate, answered within a time. */
    Histogram truth(double perSecond, long fromNanos, long toNanos) {
        var truth = new Histogram(3);
        for (int i = 0; i < exchanges.size(); i++) {
            long answered = exchanges.get(i).answered();
            if (answered >= fromNanos && answered < toNanos) {
                truth.recordValue((answered - (long) (i * 1e9 / perSecond)) / 1000);
            }
        }
        return truth;
    }

    @Override
    public ClientConnection connection(Endpoint endpoint, ClientConnection.Owner owner) {
        return new VirtualLane(endpoint, owner);
    }

    @Override
    public void close(Runnable then) {
        then.run();
    }

    private final class VirtualLane extends ClientConnection {
        private int requests;

        VirtualLane(Endpoint endpoint, Owner owner) {
            super(endpoint, owner);
        }

        @Override
        void carry(PreparedRequest.Drawn request, VirtualUser from) {
            long arrived = loop.now() - began;
            long answered = plan.answersAt(exchanges.size(), arrived);
            exchanges.add(new Exchange(arrived, answered));
            int number = ++requests;
            loop.at(began + answered, nothing -> {
                if (requests == number) {
                    finish(failure, failure == null);
                }
            });
        }

        @Override
        void drop() {
            requests++;
        }

        @Override
        boolean answered() {
            return failure == null;
        }
    }
}
