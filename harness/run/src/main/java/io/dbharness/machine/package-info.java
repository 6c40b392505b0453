/**
 * Reads facts about the machine of the load generator from the system: processors, limits and settings that affect measurements. Does not
 * measure or judge. Entry types: {@link io.dbharness.machine.MachineFacts}, {@link io.dbharness.machine.ClientEnvironment}.
 */
@NullMarked
package io.dbharness.machine;

import org.jspecify.annotations.NullMarked;
