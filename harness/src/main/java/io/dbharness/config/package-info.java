/**
 * Parses study files: subjects, workloads, loads, tables, charts and claims. Runs nothing. Entry type:
 * {@link io.dbharness.config.ExperimentFile}.
 */
@NullMarked
package io.dbharness.config;

import org.jspecify.annotations.NullMarked;
