package io.dbharness.doctor;

import io.dbharness.machine.MachineFacts;
import io.dbharness.machine.SystemFiles;
import io.dbharness.model.HarnessException;
import io.dbharness.request.Catalog;
import io.dbharness.result.RunResult.Tool;
import io.dbharness.run.RunListener;
import io.dbharness.sut.Needs;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Examines this machine, and a target if one is given, in about ten seconds. Facts that the system does not report are omitted.
 *
 * @param clock    clock for the measurements
 * @param files    files of the system
 * @param catalog  opens targets and starts servers
 * @param tool     this build
 * @param listener receives progress
 */
public record Doctor(RunClock clock, SystemFiles files, Catalog catalog, Tool tool, RunListener listener) {

    private static final Logger LOG = LoggerFactory.getLogger(Doctor.class);
    private static final int CLOCK_READINGS = 200_000;

    /**
     * Examines the machine and the target. An interrupt of the thread ends the examination soon.
     *
     * @param folder   existing directory for results; a file of one page is written to it and removed
     * @param target   existing server, or server to start for the examination
     * @param needs    of the command that the target is meant for
     * @param measures false for the preflight of the target alone, without the ten seconds of measurements
     * @throws io.dbharness.model.TargetUnreachableException if the target is unreachable
     * @throws HarnessException                              if the thread is interrupted
     */
    public Diagnosis examine(Path folder, Optional<TargetSpec> target, Needs needs, boolean measures) {
        String taken = clock.wallTime().truncatedTo(ChronoUnit.SECONDS).toString();
        String name = tool.name() + " " + tool.version() + " (" + tool.commit() + ")";
        try {
            TargetExamination found = TargetExamination.NONE;
            if (target.isPresent()) {
                listener.step("asking the target");
                found = examination(target.get(), needs, measures);
            }
            if (!measures) {
                return new Diagnosis(name, taken, found.findings(), List.of(), List.of(), List.of());
            }
            listener.step("measuring this machine, about ten seconds");
            Measurements examined = examined(folder, found.trips());
            return new Diagnosis(
                    name,
                    taken,
                    found.findings(),
                    ReportSections.sections(name, examined),
                    Conclusions.conclusions(examined),
                    Advisor.advice(examined));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while examining this machine", e);
        }
    }

    private Measurements examined(Path folder, Optional<TargetTrips> trips) throws InterruptedException {
        long throttled = MachineFacts.throttled(files);
        double reading = clockNanos();
        WakeUps wakeUps = WakeUps.measure(clock, files);
        Optional<Loopback> loopback = loopback();
        Optional<DiskSyncs> syncs = syncs(folder);
        return new Measurements(
                ProcessFacts.read(),
                MachineFacts.read(files),
                reading,
                wakeUps,
                loopback,
                syncs,
                MachineFacts.throttled(files) - throttled,
                trips);
    }

    /** Measures the mean time of reading the clock, in nanoseconds. */
    private double clockNanos() {
        double nanos = 0;
        // The first round warms up the compiler.
        for (int round = 0; round < 2; round++) {
            long start = clock.now();
            long last = start;
            for (int i = 0; i < CLOCK_READINGS; i++) {
                last = clock.now();
            }
            nanos = (double) (last - start) / CLOCK_READINGS;
        }
        return nanos;
    }

    private Optional<Loopback> loopback() throws InterruptedException {
        try {
            return Optional.of(Loopback.measure(clock));
        } catch (IOException e) {
            LOG.debug("no loopback: {}", e.toString());
            return Optional.empty();
        }
    }

    private Optional<DiskSyncs> syncs(Path folder) throws InterruptedException {
        try {
            return Optional.of(DiskSyncs.measure(clock, folder));
        } catch (IOException e) {
            LOG.debug("no file in {}: {}", folder, e.toString());
            return Optional.empty();
        }
    }

    private TargetExamination examination(TargetSpec spec, Needs needs, boolean measures) throws InterruptedException {
        var provider = catalog.server(spec.url());
        if (provider.isEmpty()) {
            return TargetExamination.of(clock, catalog, spec, needs, measures);
        }
        listener.step("starting " + spec.url());
        Map<String, String> options = new HashMap<>(spec.options());
        options.putIfAbsent("connections", String.valueOf(needs.connections()));
        try (RunningServer server = provider.get()
                .start(new TargetSpec(spec.url(), spec.user(), spec.password(), spec.dataDir(), options))) {
            return TargetExamination.of(clock, catalog, server.address(), needs, measures);
        }
    }
}
