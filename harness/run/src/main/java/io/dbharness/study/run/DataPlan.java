package io.dbharness.study.run;

import io.dbharness.request.RunSpec.LoadPolicy;
import io.dbharness.study.Observation;
import io.dbharness.study.StudyDesign;
import io.dbharness.study.file.StudyRuns.DataUse;
import io.dbharness.study.run.StudyCommands.Ready;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Predicts which commands of a study load data, from the order of the commands. Data of an earlier command are reused, replaced, or kept
 * beside the new data.
 *
 * @param loads loads of each command, in order
 */
record DataPlan(List<Loads> loads) {

    /**
     * The loads of one command.
     *
     * @param times    number of loads
     * @param bytes    size of one data set in bytes; empty if the file does not declare it
     * @param replaced true if the data replace data of another scale
     * @param space    total size of the data on the subject after the load, in bytes
     */
    record Loads(int times, OptionalLong bytes, boolean replaced, long space) {

        private static final Loads NONE = new Loads(0, OptionalLong.empty(), false, 0);

        /** Creates loads into an empty subject. */
        static Loads alone(int times, OptionalLong bytes) {
            return new Loads(times, bytes, false, bytes.orElse(0));
        }

        long allBytes() {
            return times * bytes.orElse(0);
        }
    }

    /**
     * A loaded data set.
     *
     * @param name name of its scale
     */
    private record Standing(String name, long bytes) {}

    /** @param bringsUpOnce true if a subject is brought up once for all its commands */
    static DataPlan of(List<Ready> units, boolean bringsUpOnce) {
        Map<String, Map<String, Standing>> standing = new LinkedHashMap<>();
        List<Loads> loads = new ArrayList<>();
        for (Ready ready : units) {
            loads.add(next(ready, standing, bringsUpOnce));
        }
        return new DataPlan(List.copyOf(loads));
    }

    /**
     * @param standing loaded data sets by subject and by place; a new data set in a place replaces the old one. Updated with the data of
     *                 the command
     */
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
        String own = SeparateNamespace.of(ready.unit(), ready.workload().descriptor())
                .name();
        // Each kind of workload has its own tables.
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
