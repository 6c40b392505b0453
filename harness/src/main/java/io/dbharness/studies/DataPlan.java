package io.dbharness.studies;

import io.dbharness.config.ExperimentUnit.DataUse;
import io.dbharness.spec.RunSpec.LoadPolicy;
import io.dbharness.studies.StudyCommands.Ready;
import io.dbharness.study.Observation;
import io.dbharness.study.StudyDesign;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Which commands of a study load data, foreseen from the order of the commands: what was loaded before is used, makes room, or stands beside.
 *
 * @param loads of each command, in order
 */
record DataPlan(List<Loads> loads) {

    /**
     * What a command does about its data.
     *
     * @param times    how often it loads
     * @param bytes    of one data set, where the file declares them
     * @param replaced whether data of another scale make room for it
     * @param space    bytes of all data that stand there then
     */
    record Loads(int times, OptionalLong bytes, boolean replaced, long space) {

        private static final Loads NONE = new Loads(0, OptionalLong.empty(), false, 0);

        /** Anew, where nothing else stands. */
        static Loads alone(int times, OptionalLong bytes) {
            return new Loads(times, bytes, false, bytes.orElse(0));
        }

        long allBytes() {
            return times * bytes.orElse(0);
        }
    }

    /**
     * A data set where it stands.
     *
     * @param name of its scale
     */
    private record Standing(String name, long bytes) {}

    /** @param bringsUpOnce whether what is brought up stands for all commands of a subject */
    static DataPlan of(List<Ready> units, boolean bringsUpOnce) {
        Map<String, Map<String, Standing>> standing = new LinkedHashMap<>();
        List<Loads> loads = new ArrayList<>();
        for (Ready ready : units) {
            loads.add(next(ready, standing, bringsUpOnce));
        }
        return new DataPlan(List.copyOf(loads));
    }

    /** @param standing what data stand where, by what makes room for what; changed by what the command does */
    private static Loads next(Ready ready, Map<String, Map<String, Standing>> standing, boolean bringsUpOnce) {
        OptionalLong bytes = ready.unit().disk();
        String target = ready.spec().target().url();
        LoadPolicy policy = ready.spec().data().policy();
        if (target.startsWith("sim:") || policy == LoadPolicy.NEVER) {
            return Loads.NONE;
        }
        if (ready.unit().data() == DataUse.REPLACE || policy == LoadPolicy.EACH) {
            return Loads.alone(ready.unit().runs(), bytes);
        }
        boolean broughtUp = ready.unit().provision().isPresent();
        boolean ownServer = target.startsWith("embedded:")
                && ready.spec().target().dataDir().isEmpty();
        if (broughtUp ? !bringsUpOnce : ownServer) {
            return Loads.alone(1, bytes);
        }
        String own = OwnPlace.of(ready.unit()).name();
        // Each kind of workload has tables of its own.
        String kind = ready.unit().command().replaceFirst(" .*", "");
        boolean known = ready.unit().unknown().isEmpty() && !broughtUp;
        Map<String, String> subject = new TreeMap<>(ready.unit().labels());
        subject.keySet().removeAll(List.of(StudyDesign.WORKLOAD, StudyDesign.FAMILY, Observation.REPEAT));
        String where = known ? target : subject.toString();
        Map<String, Standing> here = standing.computeIfAbsent(where, w -> new LinkedHashMap<>());
        String place = ready.unit().data() == DataUse.SEPARATE ? own : kind;
        Optional<Standing> before = Optional.ofNullable(here.put(place, new Standing(own, bytes.orElse(0))));
        boolean used = before.map(Standing::name).filter(own::equals).isPresent() && policy != LoadPolicy.ALWAYS;
        long space = here.values().stream().mapToLong(Standing::bytes).sum();
        return new Loads(used ? 0 : 1, bytes, !used && before.isPresent(), space);
    }
}
