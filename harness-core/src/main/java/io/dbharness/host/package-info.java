/**
 * Figures of the machine of a target while it is under load: processors, memory, disks. Read from Linux itself or from a Prometheus node
 * exporter, as the same levels. May not know what is measured. Entry type: {@link io.dbharness.host.HostProbe}.
 */
@NullMarked
package io.dbharness.host;

import org.jspecify.annotations.NullMarked;
