/**
 * SQL as resource files: named statements with a lineage of dialects, and scripts of definitions. Opens no connection. Entry types:
 * {@link io.dbharness.jdbc.sql.SqlCatalog} and {@link io.dbharness.jdbc.sql.SqlScript}.
 */
@Internal
@NullMarked
package io.dbharness.jdbc.sql;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
