package io.dbharness.doctor;

import io.dbharness.machine.MachineFacts;
import io.dbharness.measure.LatencyHistogram;
import java.util.Optional;

/**
 * All readings and measurements of an examination.
 *
 * @param process    facts about this process
 * @param machine    facts about the machine
 * @param clockNanos time of reading the clock, in nanoseconds
 * @param wakeUps    wake-up lag of threads
 * @param loopback   minimum cost of a request; empty if there is no loopback
 * @param syncs      sync times of the disk; empty if the folder is not writable
 * @param throttled  number of times that a processor quota throttled the process during the examination
 * @param target     times of the target; empty if none was given
 */
record Measurements(
        ProcessFacts process,
        MachineFacts machine,
        double clockNanos,
        WakeUps wakeUps,
        Optional<Loopback> loopback,
        Optional<DiskSyncs> syncs,
        long throttled,
        Optional<TargetTrips> target) {

    /** Returns the processor time that this process may use, in processors: the number that Java sees, or a lower quota. */
    double usableProcessors() {
        return Math.min(
                process.processors(),
                machine.limits().cpu().map(limit -> limit.amount()).orElse(Double.POSITIVE_INFINITY));
    }

    /** Returns the round trips of the target, or of the loopback without one; empty if neither is known. */
    Optional<LatencyHistogram> roundTrip() {
        return target.map(TargetTrips::roundTrip)
                .filter(trips -> trips.count() > 0)
                .or(() -> loopback.map(Loopback::roundTrip));
    }
}
