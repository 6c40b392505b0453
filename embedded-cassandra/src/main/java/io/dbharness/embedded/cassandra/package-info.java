/**
 * One real Cassandra node or a ring of three, started from the jars that this one carries. Knows how to unpack, start and stop them; knows
 * nothing of CQL clients, workloads or results, and opens no session of its own. Entry type:
 * {@link io.dbharness.embedded.cassandra.EmbeddedCassandraProvider}.
 */
@NullMarked
package io.dbharness.embedded.cassandra;

import org.jspecify.annotations.NullMarked;
