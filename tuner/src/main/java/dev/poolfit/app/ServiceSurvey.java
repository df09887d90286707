package dev.poolfit.app;

import dev.poolfit.draft.ExperimentDraft;
import dev.poolfit.draft.FoundRoutes;
import dev.poolfit.draft.LoginDemand;
import dev.poolfit.draft.Routes;
import dev.poolfit.draft.SecretHeader;
import dev.poolfit.draft.Traffic;
import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Database;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.Service;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.WebServer;
import dev.poolfit.experiment.WorkerThreads;
import dev.poolfit.experiment.file.ExperimentReader;
import dev.poolfit.options.ServicePlace;
import dev.poolfit.process.WorkFolder;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceDescription;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.units.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Looks at a running service, and drafts an experiment about it that works as it stands. */
final class ServiceSurvey {
    private static final int LEAST_LARGEST_POOL = 30;
    private static final int LEAST_USERS = 50;
    /** HikariCP's default pool size. */
    private static final int USUAL_POOL = 10;

    private static final double SHARE = 0.8;
    private static final List<String> HEALTH =
            List.of("/actuator/health", "/health", "/healthz", "/q/health", "/management/health");
    private static final Pattern KNOWN_DATABASE =
            Pattern.compile("jdbc:(?:mysql|mariadb|postgresql)://[A-Za-z0-9._-]+(?::\\d+)?/[^/?,()$\\p{Cntrl}]+");

    private final ServicePlace place;
    private final DraftOptions options;
    private final Map<String, String> environment;
    private final Consumer<Message> tell;

    /** @param tell takes what a user may wonder about */
    ServiceSurvey(ServicePlace place, DraftOptions options, Map<String, String> environment, Consumer<Message> tell) {
        this.place = place;
        this.options = options;
        this.environment = environment;
        this.tell = tell;
    }

    /** The state of the service that was read. */
    private record Seen(Settings settings, WorkerThreads workers, ServiceDescription description) {}

    /**
     * Returns the draft, of options that {@link #require} has checked.
     *
     * @param folder of the file that it will be
     * @throws EnvironmentFailure if the service cannot be got hold of, or if none of its pages answers; where that is for a
     *     login, the draft says so
     * @throws InvalidExperiment if an option is wrong
     */
    ExperimentDraft draft(Path folder, String budget) throws IOException, InterruptedException {
        Seen seen = look(place.service(options.poolName()), place.port());
        String base = base(seen.description());
        var routes = new Routes(base, headers());
        Optional<ExperimentDraft.Database> database = seen.description().pools().stream()
                .filter(pool -> pool.name().equals(options.poolName().orElse(pool.name())))
                .findFirst()
                .flatMap(this::database);
        ExperimentDraft draft = new ExperimentDraft(
                name(base),
                place.attach(),
                options.scripted() ? Optional.empty() : routes.first(HEALTH),
                options.poolName(),
                database,
                load(seen, base, routes, folder),
                options.pool().orElse("1.." + largestPool(seen, OptionalInt.empty())),
                options.threads(),
                seen.workers().server(),
                options.aim(),
                budget);
        return withDatabase(draft, seen, folder);
    }

    /**
     * Checks every option before the service is looked at: what only the service tells is assumed.
     *
     * @param folder of the file that it will be
     * @throws InvalidExperiment with every problem found
     */
    void require(Path folder, String budget) {
        InvalidExperiment.all(place::attach, options::require, this::headers);
        boolean script = options.scripted();
        boolean arrivals = options.rate().isPresent();
        Map<String, Integer> assumed = Map.of("http://127.0.0.1/", 1);
        read(
                new ExperimentDraft(
                        "options",
                        place.attach(),
                        Optional.empty(),
                        options.poolName(),
                        Optional.empty(),
                        new ExperimentDraft.Load(
                                options.script(folder),
                                script || arrivals || options.users().isPresent()
                                        ? options.users()
                                        : OptionalInt.of(LEAST_USERS),
                                options.rate(),
                                options.requests().isEmpty() ? assumed : options.requests(),
                                headers(),
                                false,
                                Optional.empty()),
                        options.pool().orElse("1.." + LEAST_LARGEST_POOL),
                        options.threads(),
                        WebServer.TOMCAT,
                        options.aim(),
                        budget),
                folder);
    }

    private Seen look(Service service, OptionalInt port) throws IOException, InterruptedException {
        Path work = WorkFolder.create();
        var asked = new ArrayList<ServiceDescription>();
        ServiceOpener opener = new ServiceOpener(System::nanoTime).telling(tell).firstUse(description -> {
            asked.add(description);
            return new Routes(base(description), headers()).toWake(HEALTH, description.routes());
        });
        try (RunningService running =
                opener.open(ServiceRequest.toObserve(service, Optional.empty(), port, work.resolve("service.log")))) {
            return new Seen(running.found(), running.workers(), running.describe());
        } catch (EnvironmentFailure noPool) {
            if (asked.isEmpty() || !lockedAway(asked.get(0))) {
                throw noPool;
            }
            tell.accept(Message.of("init.no-pool"));
            return new Seen(Settings.of(Knob.POOL, USUAL_POOL), WorkerThreads.TOMCAT, asked.get(0));
        } finally {
            WorkFolder.remove(work);
        }
    }

    /** Returns whether the pages that could have started a pool are behind a login. */
    private boolean lockedAway(ServiceDescription description) throws InterruptedException {
        return !description.routes().isEmpty()
                && new Routes(base(description), headers())
                        .answering(description.routes())
                        .lockedOut();
    }

    /** Returns the database that a pool leads to, as far as a file can name it; asked only where its password may be sent. */
    Optional<ExperimentDraft.Database> database(ServiceDescription.Pool pool) {
        Optional<String> known =
                pool.url().filter(url -> KNOWN_DATABASE.matcher(url).matches());
        if (known.isEmpty()) {
            return Optional.empty();
        }
        if (!ExperimentDraft.Database.isLiteral(known.get())
                || !pool.user().map(ExperimentDraft.Database::isLiteral).orElse(true)) {
            tell.accept(Message.of("init.database-left"));
            return Optional.empty();
        }
        boolean asked = Database.of(known.get())
                .flatMap(each -> options.databaseHost().password(each, environment, tell))
                .isPresent();
        return Optional.of(new ExperimentDraft.Database(known.get(), pool.user(), asked));
    }

    private String base(ServiceDescription description) {
        return options.url().orElseGet(() -> "http://127.0.0.1:" + port(description));
    }

    private int port(ServiceDescription description) {
        if (place.port().isPresent()) {
            return place.port().getAsInt();
        }
        if (description.ports().size() == 1) {
            return description.ports().get(0);
        }
        throw new EnvironmentFailure(
                description.ports().isEmpty()
                        ? "it cannot be told where the service answers requests"
                        : "the service answers requests on several ports: " + description.ports(),
                "name the address with --url http://127.0.0.1:PORT");
    }

    private static String name(String base) {
        return base.replaceAll("^https?://", "").replace("127.0.0.1:", "port-").replaceAll("[^A-Za-z0-9.-]+", "-");
    }

    private ExperimentDraft.Load load(Seen seen, String base, Routes routes, Path folder) throws InterruptedException {
        if (options.scripted()) {
            return new ExperimentDraft.Load(
                    options.script(folder),
                    OptionalInt.empty(),
                    Optional.empty(),
                    Map.of(),
                    List.of(),
                    false,
                    Optional.empty());
        }
        Optional<Traffic> recorded = options.recorded().map(file -> Traffic.of(file, base));
        recorded.map(Traffic::said).ifPresent(tell);
        Map<String, Integer> named = recorded.map(Traffic::requests).orElseGet(options::requests);
        FoundRoutes found = named.isEmpty()
                ? routes.answering(seen.description().routes())
                : new FoundRoutes(named, List.of(), routes.demanded(named.keySet()));
        if (found.pages().isEmpty() && found.locked().isEmpty()) {
            throw new EnvironmentFailure(
                    "no page of the service at " + base + " answered a GET request with a 2xx status",
                    "name one with --get, or take them from a recording with --har or --access-log");
        }
        if (!found.pages().isEmpty() && !found.locked().isEmpty()) {
            tell.accept(Message.of(
                    "init.locked",
                    found.locked().size(),
                    found.demand().map(LoginDemand::answered).orElse("")));
        }
        OptionalInt users = options.users().isPresent() || options.rate().isPresent()
                ? options.users()
                : OptionalInt.of(users(seen.settings()));
        return new ExperimentDraft.Load(
                Optional.empty(),
                users,
                options.rate(),
                found.requests(),
                headers(),
                named.isEmpty() && !found.pages().isEmpty(),
                named.isEmpty() && !found.pages().isEmpty() ? Optional.empty() : found.demand());
    }

    /** Returns the failure that nothing can be measured before somebody logs in; empty where the draft works as it stands. */
    Optional<EnvironmentFailure> lockedOut(ExperimentDraft draft, String written) {
        return draft.load()
                .demand()
                .map(demand -> new EnvironmentFailure(demand.told(headers()), written + demand.remedy()));
    }

    /** @throws InvalidExperiment if one is wrong */
    private List<SecretHeader> headers() {
        return options.headers(environment);
    }

    /** Returns the users that fill the pool several times, and no more than the service has threads for. */
    private static int users(Settings found) {
        int wanted = Math.max(LEAST_USERS, 4 * found.count(Knob.POOL));
        return found.has(Knob.THREADS) ? Math.min(wanted, found.count(Knob.THREADS)) : wanted;
    }

    private static int largestPool(Seen seen, OptionalInt maxConnections) {
        int wanted = Math.max(LEAST_LARGEST_POOL, 3 * seen.settings().count(Knob.POOL));
        return maxConnections.isPresent()
                ? Math.max(2, Math.min(wanted, (int) (SHARE * maxConnections.getAsInt())))
                : wanted;
    }

    private Experiment read(ExperimentDraft draft, Path folder) {
        try {
            return new ExperimentReader(options.with(environment))
                    .read(draft.text(), folder)
                    .experiment();
        } catch (InvalidExperiment invalid) {
            throw DraftOptions.blamed(invalid);
        }
    }

    /** Adds the database as far as it can be asked; the rest is left to the reader of the file. */
    private ExperimentDraft withDatabase(ExperimentDraft draft, Seen seen, Path folder) throws IOException {
        Experiment experiment = read(draft, folder);
        if (draft.database().isEmpty() || !draft.database().get().reached()) {
            return draft;
        }
        OptionalInt most;
        Path work = WorkFolder.create();
        try (RunningService running = new ServiceOpener(System::nanoTime)
                .open(ServiceRequest.toObserve(
                        experiment.service(), experiment.database(), place.port(), work.resolve("service.log")))) {
            most = running.maxConnections();
        } finally {
            WorkFolder.remove(work);
        }
        ExperimentDraft.Database asked = draft.database().get();
        return draft.with(
                new ExperimentDraft.Database(asked.url(), asked.user(), most.isPresent()),
                options.pool().orElse("1.." + largestPool(seen, most)));
    }
}
