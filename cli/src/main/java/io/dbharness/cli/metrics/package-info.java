/**
 * A running load as Prometheus metrics. For watching only: no result is made from them. Entry type:
 * {@link io.dbharness.cli.metrics.MetricsEndpoint}.
 */
@NullMarked
package io.dbharness.cli.metrics;

import org.jspecify.annotations.NullMarked;
