/**
 * A real PostgreSQL, started from the binaries on the class path. Knows how to unpack, start and stop it; knows nothing of SQL clients,
 * workloads or results, and opens no session of its own. Entry type: {@link io.dbharness.embedded.postgresql.EmbeddedPostgresProvider}.
 */
@NullMarked
package io.dbharness.embedded.postgresql;

import org.jspecify.annotations.NullMarked;
