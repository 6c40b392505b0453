package io.dbharness.doctor;

import io.dbharness.machine.MachineFacts;
import io.dbharness.measure.Distribution;
import java.util.Optional;

/**
 * Everything that was read and measured.
 *
 * @param process    this process
 * @param machine    the machine
 * @param clockNanos how long a reading of the clock takes
 * @param wakeUps    how late threads wake
 * @param loopback   the least that a request costs; empty when there is no loopback
 * @param syncs      of the disk; empty when the folder cannot be written to
 * @param throttled  how often a quota of processors' time held the process back meanwhile
 * @param target     empty when none was named
 */
record Examined(
        ProcessFacts process,
        MachineFacts machine,
        double clockNanos,
        WakeUps wakeUps,
        Optional<Loopback> loopback,
        Optional<DiskSyncs> syncs,
        long throttled,
        Optional<TargetTrips> target) {

    /** Processors' time that this process may use, in processors: those that Java sees, or less where a quota says so. */
    double usableProcessors() {
        return Math.min(
                process.processors(),
                machine.cpuLimit().map(limit -> limit.amount()).orElse(Double.POSITIVE_INFINITY));
    }

    /** Of the target, or else of the loopback; empty when neither is known. */
    Optional<Distribution> roundTrip() {
        return target.map(TargetTrips::roundTrip)
                .filter(trips -> trips.count() > 0)
                .or(() -> loopback.map(Loopback::roundTrip));
    }
}
