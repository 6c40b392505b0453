/**
 * A Cassandra-compatible cluster as a target: its address, one driver session for all users, the classification of its failures and the
 * figures that its nodes report. Independent of any workload. Entry type: {@link io.dbharness.cql.driver.CqlTarget}.
 */
@Internal
@NullMarked
package io.dbharness.cql.driver;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
