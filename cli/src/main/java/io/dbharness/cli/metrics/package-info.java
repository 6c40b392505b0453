/**
 * A running load as Prometheus metrics. For watching only: no result is made from them. Entry type:
 * {@link io.dbharness.cli.metrics.MetricsEndpoint}.
 */
@Internal
@NullMarked
package io.dbharness.cli.metrics;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
