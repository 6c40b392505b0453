/**
 * Distributions of whole numbers in the syntax of profiles: the names of cassandra-stress and a few more. Opens no file or connection and
 * is independent of any workload. Entry type: {@link io.dbharness.distribution.ValueDistribution}.
 */
@Internal
@NullMarked
package io.dbharness.distribution;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
