/**
 * A real PostgreSQL, started from the binaries on the class path. Unpacks, starts and stops it; independent of SQL clients, workloads and
 * results, and opens no SQL session. Entry type: {@link io.dbharness.embedded.postgresql.EmbeddedPostgresProvider}.
 */
@Internal
@NullMarked
package io.dbharness.embedded.postgresql;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
