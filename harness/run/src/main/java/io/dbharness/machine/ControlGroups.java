package io.dbharness.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads the limits of this process's control groups. A limit also applies to all groups below it, so the lowest limit on the path to the
 * root counts. Supports version 1, version 2, and hybrid systems, where each controller belongs to one version.
 *
 * @param files files of the system
 */
record ControlGroups(SystemFiles files) {

    /** Version 1 reports "no limit" as a number above this; no machine has as much memory. */
    private static final long NO_MEMORY_LIMIT = 1L << 60;

    /** The group of this process under a controller. */
    private record Place(boolean unified, String mount, String path) {

        String directory() {
            return mount + (path.equals("/") ? "" : path);
        }

        /** Returns this group, then its mounted ancestors. */
        List<Place> upward() {
            List<Place> all = new ArrayList<>(List.of(this));
            for (String at = path; at.length() > 1; ) {
                int slash = at.lastIndexOf('/');
                at = slash <= 0 ? "/" : at.substring(0, slash);
                all.add(new Place(unified, mount, at));
            }
            return all;
        }

        Limit limit(double amount, String text) {
            return new Limit(amount, text, "cgroup v" + (unified ? 2 : 1) + " " + path);
        }
    }

    /** A line of mountinfo: a mount point and the mounted part of a hierarchy. */
    private record Mount(String part, String point, String type, List<String> options) {

        static Optional<Mount> parse(String line) {
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ", -1);
            String[] right = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
            return left.length < 5 || right.length < 3
                    ? Optional.empty()
                    : Optional.of(new Mount(left[3], left[4], right[0], Arrays.asList(right[2].split(",", -1))));
        }

        /** Returns the group at this mount. In a container, the process's group is the root of the mount, regardless of its path. */
        Place place(String group, boolean unified) {
            boolean within = part.equals("/") || group.equals(part) || group.startsWith(part + "/");
            String below = part.equals("/") ? group : within ? group.substring(part.length()) : "/";
            return new Place(unified, point, below.isEmpty() || below.contains("/..") ? "/" : below);
        }
    }

    /** Returns the processor time that the group may use, in processors; empty if the system does not report it. */
    Optional<Limit> processors() {
        return narrowest("cpu", place -> {
            String at = place.directory();
            return place.unified()
                    ? files.text(at + "/cpu.max").flatMap(text -> quota(place, text.split(" ", -1)))
                    : files.text(at + "/cpu.cfs_quota_us")
                            .flatMap(quota -> files.text(at + "/cpu.cfs_period_us")
                                    .flatMap(period -> quota(place, new String[] {quota, period})));
        });
    }

    private static Optional<Limit> quota(Place place, String[] words) {
        if (words.length != 2 || !words[0].matches("\\d+") || !words[1].matches("[1-9]\\d*")) {
            return Optional.empty();
        }
        return Optional.of(place.limit(
                Double.parseDouble(words[0]) / Double.parseDouble(words[1]),
                words[0] + " us of each " + words[1] + " us"));
    }

    /** Returns the processors that the group may run on; the kernel already applies the limits of its ancestors. */
    Optional<Limit> processorSet() {
        return place("cpuset")
                .flatMap(place -> files.text(place.directory()
                                + (place.unified() ? "/cpuset.cpus.effective" : "/cpuset.effective_cpus"))
                        .or(() -> files.text(place.directory() + "/cpuset.cpus"))
                        .map(text -> place.limit(count(text), text)));
    }

    /** Returns the memory limit in bytes; empty if the system does not report it. */
    Optional<Limit> memory() {
        return narrowest("memory", place -> {
            String file = place.unified() ? "/memory.max" : "/memory.limit_in_bytes";
            return files.number(place.directory() + file).stream()
                    .filter(bytes -> bytes < NO_MEMORY_LIMIT)
                    .mapToObj(bytes -> place.limit((double) bytes, bytes + " bytes"))
                    .findFirst();
        });
    }

    /** Returns how many times the group and its ancestors were throttled for their quotas since they were created. */
    long throttled() {
        return place("cpu").stream()
                .flatMap(place -> place.upward().stream())
                .mapToLong(place -> files.number(place.directory() + "/cpu.stat", "nr_throttled")
                        .orElse(0))
                .sum();
    }

    private Optional<Limit> narrowest(String controller, Function<Place, Optional<Limit>> limit) {
        return place(controller).stream()
                .flatMap(place -> place.upward().stream())
                .map(place -> limit.apply(place).orElse(Limit.NONE))
                .min(Comparator.comparingDouble(Limit::amount));
    }

    private Optional<Place> place(String controller) {
        List<Mount> mounts = files.lines("/proc/self/mountinfo").stream()
                .flatMap(line -> Mount.parse(line).stream())
                .toList();
        List<String[]> groups = files.lines("/proc/self/cgroup").stream()
                .map(line -> line.split(":", 3))
                .filter(fields -> fields.length == 3)
                .toList();
        Optional<Place> first = groups.stream()
                .filter(fields -> Arrays.asList(fields[1].split(",", -1)).contains(controller))
                .flatMap(fields -> mounts.stream()
                        .filter(mount ->
                                mount.type().equals("cgroup") && mount.options().contains(controller))
                        .map(mount -> mount.place(fields[2], false)))
                .findFirst();
        return first.or(() -> groups.stream()
                .filter(fields -> fields[1].isEmpty())
                .flatMap(fields -> mounts.stream()
                        .filter(mount -> mount.type().equals("cgroup2"))
                        .map(mount -> mount.place(fields[2], true)))
                .findFirst());
    }

    /** Counts the processors in a list such as {@code 0-3,6}; 0 for a malformed list. */
    static int count(String list) {
        int count = 0;
        for (String range : list.split(",", -1)) {
            String[] ends = range.strip().split("-", 2);
            if (!Arrays.stream(ends).allMatch(end -> end.matches("\\d{1,6}"))) {
                return 0;
            }
            count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
        }
        return count;
    }
}
