/**
 * Parses study files: subjects, workloads, loads, tables, charts and claims. Runs nothing. Entry type:
 * {@link io.dbharness.study.file.ExperimentFile}.
 */
@NullMarked
package io.dbharness.study.file;

import org.jspecify.annotations.NullMarked;
