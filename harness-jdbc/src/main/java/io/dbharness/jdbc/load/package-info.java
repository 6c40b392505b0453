/**
 * What loading a data set takes whatever the workload: connections that share tasks, and a row that says what is there and whether it is
 * whole. Knows no workload's tables. Entry types: {@link io.dbharness.jdbc.load.Crew} and {@link io.dbharness.jdbc.load.LoadMarker}.
 */
@NullMarked
package io.dbharness.jdbc.load;

import org.jspecify.annotations.NullMarked;
