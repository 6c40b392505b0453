/**
 * One real Cassandra node or a ring of three, started from the jars in this module. Unpacks, starts and stops them; independent of CQL
 * clients, workloads and results, and opens no CQL session. Entry type: {@link io.dbharness.embedded.cassandra.EmbeddedCassandraProvider}.
 */
@Internal
@NullMarked
package io.dbharness.embedded.cassandra;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
