/**
 * Custom SQL workloads: {@code sql user} runs the tables, operations and checks of a profile on any JDBC target. Entry type:
 * {@link io.dbharness.sql.SqlUser}.
 */
@Internal
@NullMarked
package io.dbharness.sql;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
