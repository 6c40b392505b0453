/**
 * Profiles in the YAML format of cassandra-stress: reading them with every mistake named by its line, and the rows they describe, a pure
 * function of seed and partition number. Opens no connection and knows no workload. Entry type: {@link io.dbharness.cql.profile.Profile}.
 */
@NullMarked
package io.dbharness.cql.profile;

import org.jspecify.annotations.NullMarked;
