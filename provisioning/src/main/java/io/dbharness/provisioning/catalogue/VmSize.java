package io.dbharness.provisioning.catalogue;

import com.fasterxml.jackson.annotation.JsonValue;
import io.dbharness.provisioning.catalogue.Catalogue.Source;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A size of virtual machine.
 *
 * @param name        for example {@code Standard_D8s_v5}
 * @param shape       what it has
 * @param controllers its limits by each kind of controller it offers, at least one; the first is its default
 * @param cache       of the host
 * @param local       its own storage, in words
 * @param lifecycle   whether it can still be had
 * @param source      of the figures
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

    public VmSize {
        controllers = List.copyOf(controllers);
    }

    /**
     * What a size has.
     *
     * @param vcpus                 virtual processors
     * @param memoryGib             GiB
     * @param dataDisks             that it takes
     * @param premium               whether it takes premium storage
     * @param ultra                 whether it takes Ultra disks
     */
    public record Shape(int vcpus, int memoryGib, int dataDisks, boolean premium, boolean ultra) {}

    /** Whether a size's name says that it takes premium storage, known here or not: an s behind its number, or one of the old DS and GS. */
    public static boolean promisesPremium(String name) {
        return PREMIUM.matcher(name).matches();
    }

    /** Its limits through that controller, or through its default one; empty when it does not offer it. */
    public Optional<ControllerLimits> through(Optional<Controller> controller) {
        return controllers.stream()
                .filter(limits -> controller.isEmpty() || limits.controller() == controller.get())
                .findFirst();
    }

    /** How disks hang on a machine. */
    public enum Controller {
        SCSI("SCSI"),
        NVME("NVMe");

        private final String word;

        Controller(String word) {
            this.word = word;
        }

        /** As Azure spells it. */
        @JsonValue
        public String word() {
            return word;
        }

        /** By its word, in any case. */
        public static Optional<Controller> of(String text) {
            return Arrays.stream(values())
                    .filter(c -> c.word.equalsIgnoreCase(text))
                    .findFirst();
        }
    }

    /**
     * What a machine sustains to its remote disks through one kind of controller, without host cache.
     *
     * @param controller       the kind
     * @param tiered           to Premium and Standard disks
     * @param tieredBurst      the same for up to 30 minutes; equal where the size has no burst
     * @param provisioned      to Premium SSD v2 and Ultra; empty where the size takes neither
     * @param provisionedBurst the same for up to 30 minutes
     */
    public record ControllerLimits(
            Controller controller,
            Performance tiered,
            Performance tieredBurst,
            Optional<Performance> provisioned,
            Optional<Performance> provisionedBurst) {

        /** Sustained to disks of this type. */
        public Performance sustained(DiskType type) {
            return type.provisioned() ? provisioned.orElse(Performance.NONE) : tiered;
        }
    }

    /**
     * The host's cache of a machine.
     *
     * @param offered whether there is one
     * @param rate    of the cache and the temporary disk together; {@link Performance#NONE} where it is not published
     * @param gib     its size; 0 where it is not published
     */
    public record HostCache(boolean offered, Performance rate, long gib) {}

    /**
     * Whether a size can still be had.
     *
     * @param end        when it retires or retired; empty for a current size
     * @param successors sizes that can take its place
     */
    public record Lifecycle(Optional<LocalDate> end, List<String> successors) {

        public Lifecycle {
            successors = List.copyOf(successors);
        }

        /** Whether it was gone on that day. */
        public boolean goneOn(LocalDate day) {
            return end.filter(date -> !date.isAfter(day)).isPresent();
        }
    }
}
