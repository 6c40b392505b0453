/**
 * A user's own workload as a YAML file describes it: tables, the values in them, operations and checks. Every mistake is named by its line. Opens no
 * connection. Entry type: {@link io.dbharness.sql.profile.Profile}.
 */
@NullMarked
package io.dbharness.sql.profile;

import org.jspecify.annotations.NullMarked;
