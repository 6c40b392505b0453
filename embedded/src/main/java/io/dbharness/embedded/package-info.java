/**
 * Real database servers started from what the jar carries, as child processes that no death of this process outlives. Knows how to
 * unpack, start and stop a server; knows nothing of SQL clients, workloads or results, and opens no session of its own. Entry type:
 * {@link io.dbharness.embedded.EmbeddedPostgresProvider}.
 */
@NullMarked
package io.dbharness.embedded;

import org.jspecify.annotations.NullMarked;
