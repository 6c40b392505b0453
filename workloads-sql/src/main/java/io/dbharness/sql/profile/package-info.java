/**
 * A custom workload in a YAML file: tables, their values, operations and checks. Every fault is reported with its line. Opens no
 * connection. Entry type: {@link io.dbharness.sql.profile.SqlProfile}.
 */
@Internal
@NullMarked
package io.dbharness.sql.profile;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
