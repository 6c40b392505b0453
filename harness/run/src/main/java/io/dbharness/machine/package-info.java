/**
 * Reads facts and figures of machines: of this one, its processors, limits and settings that affect measurements; of the target's, its
 * processors, memory and disks under load, from Linux itself or from a Prometheus node exporter. Does not judge. Entry types:
 * {@link io.dbharness.machine.MachineFacts}, {@link io.dbharness.machine.ClientEnvironment}, {@link io.dbharness.machine.HostProbe}.
 */
@Internal
@NullMarked
package io.dbharness.machine;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
