/**
 * Runs the harness on another machine: transfers its jar, the arguments of a run and a password by ssh, and fetches the results. With
 * several machines, an agent on each shares the load. Depends on no provider. Entry type: {@link
 * io.dbharness.provisioning.remote.RemoteHarness}.
 */
@Internal
@NullMarked
package io.dbharness.provisioning.remote;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
