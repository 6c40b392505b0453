package io.dbharness.doctor;

import io.dbharness.doctor.Diagnosis.Reading;
import io.dbharness.doctor.Diagnosis.Section;
import io.dbharness.machine.Limit;
import io.dbharness.machine.MachineFacts;
import io.dbharness.measure.LatencyHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Converts an examination to readings, grouped in sections. */
final class ReportSections {

    private static final String PROCESSORS = "processors";
    private static final String BYTES = "bytes";
    private static final String SHARE = "share";

    private ReportSections() {}

    static List<Section> sections(String tool, Measurements examined) {
        List<Section> sections = new ArrayList<>(List.of(
                new Section("Machine", machine(tool, examined)),
                new Section("Limits", limits(examined)),
                new Section("Measured", measured(examined))));
        examined.target().ifPresent(target -> sections.add(new Section("Target", target(target))));
        return sections;
    }

    private static List<Reading> machine(String tool, Measurements examined) {
        MachineFacts machine = examined.machine();
        return List.of(
                Reading.of("harness", tool),
                Reading.of("Java", property("java.vm.name") + " " + property("java.runtime.version")),
                Reading.of("system", property("os.name") + " " + property("os.version") + " " + property("os.arch")),
                processors(examined),
                told(
                        "frequency governor",
                        Optional.of(String.join(", ", machine.governors())).filter(names -> !names.isEmpty())),
                new Reading(
                        "clock",
                        machine.clocks().current().map(name -> name + ", ").orElse("source " + Reading.UNTOLD + "; ")
                                + FigureFormat.time(examined.clockNanos()) + " a reading",
                        Map.of("nanosEach", examined.clockNanos())),
                told("transparent huge pages", machine.hugePages()),
                swap(machine),
                share(
                        "steal since boot",
                        machine.stealShare().map(OptionalDouble::of).orElseGet(OptionalDouble::empty),
                        " of the processors' time"));
    }

    private static String property(String name) {
        return System.getProperty(name);
    }

    private static Reading told(String name, Optional<String> text) {
        return Reading.of(name, text.orElse(Reading.UNTOLD));
    }

    private static Reading processors(Measurements examined) {
        int seen = examined.process().processors();
        int online = examined.machine().processorCount();
        return new Reading(
                PROCESSORS,
                seen + " seen by Java, "
                        + (online > 0 ? online + " of the machine" : "those of the machine " + Reading.UNTOLD),
                online > 0
                        ? Map.of("seenByJava", (double) seen, "ofMachine", (double) online)
                        : Map.of("seenByJava", (double) seen));
    }

    private static Reading swap(MachineFacts machine) {
        if (machine.swap().bytes().isEmpty()) {
            return Reading.untold("swap");
        }
        double bytes = (double) machine.swap().bytes().getAsLong();
        double used = (double) machine.swap().usedBytes().orElse(0);
        return new Reading(
                "swap",
                bytes == 0 ? "none" : FigureFormat.size(bytes) + ", " + FigureFormat.size(used) + " of it in use",
                Map.of(BYTES, bytes, "usedBytes", used));
    }

    private static List<Reading> limits(Measurements examined) {
        MachineFacts machine = examined.machine();
        double heap = (double) examined.process().heapBytes();
        return List.of(
                limit("processor quota", machine.limits().cpu(), PROCESSORS),
                machine.limits()
                        .cpuSet()
                        .map(Limit::text)
                        .filter(set -> Optional.of(set).equals(machine.processors()))
                        .map(set -> Reading.of("processor set", "all of the machine (" + set + ")"))
                        .orElseGet(() -> limit("processor set", machine.limits().cpuSet(), PROCESSORS)),
                limit("memory", machine.limits().memory(), BYTES),
                new Reading("Java heap", FigureFormat.size(heap) + " at most", Map.of(BYTES, heap)),
                files(examined.process().files()));
    }

    private static Reading files(OptionalLong most) {
        return most.isEmpty()
                ? Reading.untold("open files")
                : new Reading("open files", most.getAsLong() + " at most, sockets included", Map.of("count", (double)
                        most.getAsLong()));
    }

    private static Reading limit(String name, Optional<Limit> limit, String unit) {
        if (limit.isEmpty()) {
            return Reading.untold(name);
        }
        Limit found = limit.get();
        if (found.isNone()) {
            return Reading.of(name, found.text());
        }
        String amount = unit.equals(BYTES)
                ? FigureFormat.size(found.amount())
                : FigureFormat.number(found.amount()) + " " + PROCESSORS;
        return new Reading(
                name, amount + " (" + found.text() + "), set by " + found.group(), Map.of(unit, found.amount()));
    }

    private static List<Reading> measured(Measurements examined) {
        WakeUps wakeUps = examined.wakeUps();
        return List.of(
                new Reading(
                        "wake-up lag",
                        FigureFormat.times(wakeUps.lag()) + ", of "
                                + wakeUps.lag().count() + " every "
                                + FigureFormat.time(WakeUps.EVERY.toNanos()) + "; "
                                + ofProcessor(wakeUps.cpuNanosEach()),
                        FigureFormat.figures(wakeUps.lag())),
                share("run-queue wait", wakeUps.waitShare(), " of the time, of the thread that wakes"),
                share("run-queue wait, rest", wakeUps.othersWaitShare(), " of the time, of all other threads of Java"),
                share("steal", wakeUps.stealShare(), " of the processors' time meanwhile"),
                new Reading("held back by quota", examined.throttled() + " times meanwhile", Map.of("count", (double)
                        examined.throttled())),
                loopback(examined.loopback()),
                syncs(examined.syncs()));
    }

    private static String ofProcessor(double nanos) {
        return FigureFormat.time(nanos) + " of processor each";
    }

    private static Reading loopback(Optional<Loopback> loopback) {
        return loopback.map(found -> new Reading(
                        "loopback round trip",
                        FigureFormat.times(found.roundTrip()) + "; " + ofProcessor(found.cpuNanosEach()),
                        FigureFormat.figures(found.roundTrip())))
                .orElse(Reading.of("loopback round trip", "no connection is possible"));
    }

    private static Reading syncs(Optional<DiskSyncs> syncs) {
        return syncs.map(found -> new Reading(
                        "fsync of 4 KiB",
                        FigureFormat.limit(found.perSecond()) + " a second; " + FigureFormat.times(found.sync()),
                        FigureFormat.figures(found.sync())))
                .orElse(Reading.of("fsync of 4 KiB", "the folder is not writable; give another --out"));
    }

    private static Reading share(String name, OptionalDouble share, String of) {
        return share.isPresent()
                ? new Reading(name, FigureFormat.percent(share.getAsDouble()) + of, Map.of(SHARE, share.getAsDouble()))
                : Reading.untold(name);
    }

    private static List<Reading> target(TargetTrips target) {
        List<Reading> all = new ArrayList<>(List.of(
                Reading.of(
                        "product", target.info().product() + " " + target.info().version()),
                trips("round trip", target.roundTrip(), "this kind of target has no request that does nothing"),
                trips("to connect", target.connect(), "")));
        if (target.tcp().count() > 0) {
            all.add(trips("to connect, TCP alone", target.tcp(), ""));
        }
        all.add(Reading.of("TLS", tls(target)));
        return all;
    }

    /** Describes TLS. A connection without TLS for comparison would send the login in clear. */
    private static String tls(TargetTrips target) {
        if (target.tls().isEmpty()) {
            return "not requested by the address";
        }
        String asked = "requested by " + target.tls().get()
                + "; connecting without it is not tried, since the login would" + " travel in clear";
        double tcp = (double) target.tcp().quantileNanos(0.5);
        return target.tcp().count() == 0
                ? asked
                : FigureFormat.time(target.connect().quantileNanos(0.5) - tcp)
                        + " of a connect are TLS, login and settings together; " + asked;
    }

    private static Reading trips(String name, LatencyHistogram times, String without) {
        return times.count() == 0
                ? Reading.of(name, without)
                : new Reading(name, FigureFormat.times(times) + ", of " + times.count(), FigureFormat.figures(times));
    }
}
