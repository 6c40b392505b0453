/**
 * The harness on another machine: its jar, a run's words and a password go there by ssh, its results come back. On several
 * machines an agent each shares its load. Knows no provider. Entry
 * type: {@link io.dbharness.provisioning.remote.RemoteHarness}.
 */
@NullMarked
package io.dbharness.provisioning.remote;

import org.jspecify.annotations.NullMarked;
