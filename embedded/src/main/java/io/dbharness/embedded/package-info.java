/**
 * Real database servers started from what the jar carries, as child processes that no death of this process outlives. Knows how to
 * unpack, start and stop a server; knows nothing of SQL clients, workloads or results, and opens no session of its own. Entry types:
 * {@link io.dbharness.embedded.EmbeddedPostgresProvider} and {@link io.dbharness.embedded.EmbeddedCassandraProvider}.
 */
@NullMarked
package io.dbharness.embedded;

import org.jspecify.annotations.NullMarked;
