/**
 * Disks of this machine: a file behind a loop device, formatted, mounted and held to the rates of another disk. Knows Linux and nothing
 * of databases. Entry type: {@link io.dbharness.provisioning.local.LocalProvider}.
 */
@NullMarked
package io.dbharness.provisioning.local;

import org.jspecify.annotations.NullMarked;
