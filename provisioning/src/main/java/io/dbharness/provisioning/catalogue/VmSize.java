package io.dbharness.provisioning.catalogue;

import com.fasterxml.jackson.annotation.JsonValue;
import io.dbharness.provisioning.catalogue.Catalogue.Source;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A size of Azure virtual machines.
 *
 * @param name        for example {@code Standard_D8s_v5}
 * @param shape       processors, memory and supported disks
 * @param controllers limits for each offered disk controller, at least one; the first is the default
 * @param cache       host cache
 * @param local       description of the local storage
 * @param lifecycle   availability of the size over time
 * @param source      source of the figures
 */
public record VmSize(
        String name,
        Shape shape,
        List<ControllerLimits> controllers,
        HostCache cache,
        String local,
        Lifecycle lifecycle,
        Source source) {

    private static final Pattern PREMIUM =
            Pattern.compile("Standard_([DG]S\\d.*|[A-Z]+\\d+(-\\d+)?[a-z]*s[a-z]*(_.*)?)");

    private static final Pattern ARM = Pattern.compile("Standard_[A-Z]+\\d+(-\\d+)?[a-z]*p[a-z]*(_.*)?");

    public VmSize {
        controllers = List.copyOf(controllers);
    }

    /**
     * Processors, memory and supported disks of a size.
     *
     * @param vcpus                 number of virtual processors
     * @param memoryGib             memory, GiB
     * @param dataDisks             maximum number of data disks
     * @param premium               true if the size supports premium storage
     * @param ultra                 true if the size supports Ultra disks
     */
    public record Shape(int vcpus, int memoryGib, int dataDisks, boolean premium, boolean ultra) {}

    /**
     * Returns true if the name promises premium storage: an {@code s} after the number, or the old DS and GS series. The size need not be
     * in the catalogue.
     */
    public static boolean promisesPremium(String name) {
        return PREMIUM.matcher(name).matches();
    }

    /** Returns true if the name is that of a size with Arm processors: a {@code p} after the number (vm-naming-conventions). */
    public static boolean hasArm(String name) {
        return ARM.matcher(name).matches();
    }

    /** Returns the limits for a controller, or for the default controller; empty if the size does not offer it. */
    public Optional<ControllerLimits> through(Optional<Controller> controller) {
        return controllers.stream()
                .filter(limits -> controller.isEmpty() || limits.controller() == controller.get())
                .findFirst();
    }

    /** The interface between a machine and its disks. */
    public enum Controller {
        SCSI("SCSI"),
        NVME("NVMe");

        private final String word;

        Controller(String word) {
            this.word = word;
        }

        /** Returns Azure's spelling. */
        @JsonValue
        public String word() {
            return word;
        }

        /** Finds a controller by name, ignoring case. */
        public static Optional<Controller> of(String text) {
            return Arrays.stream(values())
                    .filter(c -> c.word.equalsIgnoreCase(text))
                    .findFirst();
        }
    }

    /**
     * The sustained performance of a machine to its remote disks for one kind of controller, without host cache.
     *
     * @param controller       kind of controller
     * @param tiered           performance to Premium and Standard disks
     * @param tieredBurst      performance to these disks for up to 30 minutes; equal to {@code tiered} if the size cannot burst
     * @param provisioned      performance to Premium SSD v2 and Ultra disks; empty if the size supports neither
     * @param provisionedBurst performance to these disks for up to 30 minutes
     */
    public record ControllerLimits(
            Controller controller,
            Performance tiered,
            Performance tieredBurst,
            Optional<Performance> provisioned,
            Optional<Performance> provisionedBurst) {

        /** Returns the limits without the controller, to compare those of two controllers. */
        List<Object> figures() {
            return List.of(tiered, tieredBurst, provisioned, provisionedBurst);
        }

        /** Returns the sustained performance to disks of this type. */
        public Performance sustained(DiskType type) {
            return type.provisioned() ? provisioned.orElse(Performance.NONE) : tiered;
        }
    }

    /**
     * The host cache of a VM size.
     *
     * @param offered true if the size has a host cache
     * @param rate    performance of the cache and the temporary disk together; {@link Performance#NONE} if unpublished
     * @param gib     size, GiB; 0 if unpublished
     */
    public record HostCache(boolean offered, Performance rate, long gib) {}

    /**
     * Availability of a VM size over time.
     *
     * @param end        date of retirement, past or future; empty for a current size
     * @param successors sizes that can replace it
     */
    public record Lifecycle(Optional<LocalDate> end, List<String> successors) {

        public Lifecycle {
            successors = List.copyOf(successors);
        }

        /** Returns true if the size is retired on that day. */
        public boolean goneOn(LocalDate day) {
            return end.filter(date -> !date.isAfter(day)).isPresent();
        }
    }
}
