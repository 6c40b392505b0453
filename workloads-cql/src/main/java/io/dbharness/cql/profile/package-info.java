/**
 * Parses profiles in the YAML format of cassandra-stress, with the line of every problem, and generates the rows that they describe, a pure
 * function of seed and partition number. Opens no connection and is independent of any workload. Entry type:
 * {@link io.dbharness.cql.profile.CqlProfile}.
 */
@Internal
@NullMarked
package io.dbharness.cql.profile;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
