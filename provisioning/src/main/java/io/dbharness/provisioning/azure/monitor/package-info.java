/**
 * What Azure Monitor records of machines and databases, a minute at a time and some minutes late: which metrics are asked for by which
 * names, and how those of several disks and machines become one level. Knows no client of Azure's. Entry type:
 * {@link io.dbharness.provisioning.azure.monitor.MonitorProbe}.
 */
@NullMarked
package io.dbharness.provisioning.azure.monitor;

import org.jspecify.annotations.NullMarked;
