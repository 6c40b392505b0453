package io.dbharness.provisioning.catalogue;

import java.util.List;
import java.util.Optional;

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
     * @param acceleratedNetworking whether its network cards can bypass the host
     */
    public record Shape(
            int vcpus, int memoryGib, int dataDisks, boolean premium, boolean ultra, boolean acceleratedNetworking) {}

    /** Its limits through that controller, if it offers it. */
    public Optional<ControllerLimits> through(Controller controller) {
        return controllers.stream()
                .filter(limits -> limits.controller() == controller)
                .findFirst();
    }
}
