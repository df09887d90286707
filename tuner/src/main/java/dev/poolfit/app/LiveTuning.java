package dev.poolfit.app;

import dev.poolfit.evidence.EnvironmentFailure;
import dev.poolfit.experiment.Experiment;
import dev.poolfit.experiment.InvalidExperiment;
import dev.poolfit.experiment.Knob;
import dev.poolfit.experiment.LiveGuard;
import dev.poolfit.experiment.Problem;
import dev.poolfit.experiment.Settings;
import dev.poolfit.experiment.file.ExperimentFile;
import dev.poolfit.journal.Journal;
import dev.poolfit.journal.LiveJournal;
import dev.poolfit.journal.RunFolder;
import dev.poolfit.live.LivePage;
import dev.poolfit.options.LiveOption;
import dev.poolfit.report.Language;
import dev.poolfit.report.Progress;
import dev.poolfit.report.TerminalProgress;
import dev.poolfit.report.live.LiveHtml;
import dev.poolfit.report.live.LiveJson;
import dev.poolfit.report.live.LiveText;
import dev.poolfit.report.live.TunedLive;
import dev.poolfit.service.RunningService;
import dev.poolfit.service.ServiceOpener;
import dev.poolfit.service.ServiceRequest;
import dev.poolfit.units.Durations;
import dev.poolfit.units.Message;
import dev.poolfit.verdict.live.LiveDescent;
import dev.poolfit.verdict.live.LiveQuestion;
import dev.poolfit.verdict.sizing.Sizing;
import dev.poolfit.watch.LiveRun;
import java.time.Duration;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Tunes the pool of a service under its own traffic. */
final class LiveTuning {
    /** A single connection leaves none while it is renewed. */
    private static final int LEAST = 2;

    private static final double RECORDED = 0.1;
    private static final double SHORTEST_RECORDING = 20;
    private static final double LONGEST_RECORDING = 120;

    private final ExperimentFile file;
    private final LiveGuard guard;
    private final LiveOption options;
    private final RunFolder folder;
    private final Console console;
    private final Language language;
    private final ServiceGuard service;
    private final Optional<LivePage> page;
    private volatile boolean told;

    /** @param guard what the users may bear, as the file says */
    LiveTuning(
            ExperimentFile file,
            LiveGuard guard,
            LiveOption options,
            RunFolder folder,
            Console console,
            Language language,
            Map<String, String> environment,
            Optional<LivePage> page) {
        this.file = file;
        this.guard = guard;
        this.options = options;
        this.folder = folder;
        this.console = console;
        this.language = language;
        this.page = page;
        service = new ServiceGuard(folder, environment);
    }

    /**
     * Runs.
     *
     * @param undo undoes what this does to the service, at the latest when it is closed
     * @param resume whether it goes on from the rounds that the folder holds
     * @return what was found; empty where the user did not agree
     */
    Optional<TunedLive> run(UndoStack undo, boolean resume) throws InterruptedException {
        Experiment experiment = file.experiment();
        Progress shown = new TerminalProgress(console.err(), language, console.terminal());
        undo.push("end the progress line", shown::done);
        Progress progress = page.map(each -> each.beside(shown)).orElse(shown);
        progress.phase(Message.of("phase.attaching"));
        undo.pushStep("let go of the service", () -> service.letGo().text());
        RunningService running = service.open(opener(progress), ServiceRequest.of(experiment, folder.serviceLog()));
        Settings found = running.found();
        int today = found.count(Knob.POOL);
        int least =
                Math.max(LEAST, experiment.space().of(Knob.POOL).orElseThrow().low());
        progress.poolFound(running.poolName());
        shown.done();
        if (!agreed(experiment, today, least)) {
            undo.unwind();
            return Optional.empty();
        }
        LiveJournal journal = journal(resume);
        var run = new LiveRun(
                running,
                () -> again(today, progress),
                guard,
                experiment.budget().minus(recording(experiment.budget())),
                experiment.seed(),
                journal,
                progress);
        undo.push("end the comparison", run::end);
        while (!options.allows(LocalTime.now())) {
            run.pause();
        }
        Sizing recorded = run.record(recording(experiment.budget()), today, found.connectionTimeout());
        LiveQuestion question = LiveQuestion.of(
                recorded,
                today,
                least,
                experiment.goal().margin().fraction(),
                guard,
                LiveRun.stepSeconds(experiment.budget()));
        page.ifPresent(each -> each.followLive(
                () -> LiveHtml.part(tuned(running, recorded, question, journal, run, false), language), run::end));
        // Whoever interrupts gets what is known by then.
        undo.push("tell what was compared", () -> {
            if (!told && !journal.rounds().isEmpty()) {
                write(tuned(running, recorded, question, journal, run, false), RunOutput.Format.TABLE);
            }
        });
        if (recorded.allowsFewer()) {
            run.run(question, recorded.neediest().holdMs(), () -> options.allows(LocalTime.now()));
        }
        TunedLive tuned = tuned(running, recorded, question, journal, run, false);
        save(tuned);
        if (options.apply()
                && tuned.decided()
                && tuned.size() < today
                && tuned.descent().confirmed()) {
            service.keep(Settings.NONE.with(Knob.POOL, tuned.size()));
            tuned = tuned(running, recorded, question, journal, run, true);
        }
        told = true;
        undo.unwind();
        return Optional.of(tuned);
    }

    private void save(TunedLive tuned) {
        folder.write(folder.result(), LiveJson.of(tuned));
        folder.write(folder.report(), LiveHtml.of(tuned, language, Version.text()));
    }

    private ServiceOpener opener(Progress progress) {
        return new ServiceOpener(System::nanoTime).telling(progress::phase);
    }

    private RunningService again(int today, Progress progress) {
        service.lost();
        RunningService other =
                service.open(opener(progress), ServiceRequest.of(file.experiment(), folder.serviceLog()));
        if (other.found().count(Knob.POOL) != today) {
            throw new InvalidExperiment(List.of(new Problem(
                    0,
                    "the service",
                    "came back with a pool of " + other.found().count(Knob.POOL) + " instead of " + today
                            + "; start another run")));
        }
        return other;
    }

    /** Asks once, in words that a person on call would want to read. */
    private boolean agreed(Experiment experiment, int today, int least) {
        Message plan = plan(experiment, today, least);
        console.err().println(language.text(plan));
        if (options.yes()) {
            return true;
        }
        console.err().print(language.text("live-run.ask") + " ");
        console.err().flush();
        java.io.Console keyboard = System.console();
        String answer = keyboard == null ? null : keyboard.readLine();
        boolean agreed =
                answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
        if (!agreed) {
            console.err().println(language.text("live-run.refused"));
        }
        return agreed;
    }

    private Message plan(Experiment experiment, int today, int least) {
        return Message.of(
                "live-run.plan",
                today,
                Math.min(least, today),
                Durations.format(guard.longestWait()),
                guard.pending(),
                guard.errors().toString(),
                guard.timeouts(),
                Durations.format(guard.cost()),
                Durations.format(experiment.budget()));
    }

    /** Returns what a run would do, for somebody who only asks. */
    static String dryRun(Experiment experiment, LiveGuard guard, Language language) {
        return language.text(
                        "live-run.dry-run",
                        experiment.space().of(Knob.POOL).orElseThrow().toString(),
                        Durations.format(guard.longestWait()),
                        guard.pending(),
                        guard.errors().toString(),
                        guard.timeouts(),
                        Durations.format(guard.cost()),
                        Durations.format(experiment.budget()))
                + "\n";
    }

    private LiveJournal journal(boolean resume) {
        if (resume) {
            if (!LiveJournal.isIn(folder)) {
                throw new EnvironmentFailure(
                        "there is no run under live traffic in " + folder.path(), "start without --resume");
            }
            TuningSession.resumed(folder, file);
            LiveJournal journal = LiveJournal.read(folder);
            if (journal.waitedMs() >= guard.costMs()) {
                console.err().println(language.text("live-run.cost-spent", Durations.format(guard.cost())));
            }
            return journal;
        }
        Journal.begin(folder, file.text());
        return LiveJournal.begin(folder);
    }

    private static Duration recording(Duration budget) {
        double part = RECORDED * Durations.seconds(budget);
        return Durations.ofSeconds(Math.max(SHORTEST_RECORDING, Math.min(LONGEST_RECORDING, part)));
    }

    private TunedLive tuned(
            RunningService running,
            Sizing recorded,
            LiveQuestion question,
            LiveJournal journal,
            LiveRun run,
            boolean applied) {
        return new TunedLive(
                file.experiment().name(),
                running.poolName(),
                recorded,
                question,
                new LiveDescent(question, journal.rounds()),
                journal.rounds(),
                guard,
                run.restarts(),
                run.lost(),
                applied);
    }

    /** Writes result.json and report.html, and prints the answer. */
    int write(TunedLive tuned, RunOutput.Format format) {
        save(tuned);
        page.ifPresent(each -> each.endLive(folder.report().toString()));
        console.out()
                .print(
                        format == RunOutput.Format.JSON
                                ? LiveJson.of(tuned)
                                : LiveText.of(tuned, language, folder.report().toString(), console.colour()));
        console.out().flush();
        return tuned.decided() ? Main.DONE : Main.NO_ANSWER;
    }
}
