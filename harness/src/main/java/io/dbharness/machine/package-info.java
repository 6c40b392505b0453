/**
 * The machine that the load comes from, as the system tells of it: processors, limits, settings that decide what can be measured. Reads, never measures and
 * never judges. Entry types: {@link io.dbharness.machine.MachineFacts}, {@link io.dbharness.machine.ClientEnvironment}.
 */
@NullMarked
package io.dbharness.machine;

import org.jspecify.annotations.NullMarked;
