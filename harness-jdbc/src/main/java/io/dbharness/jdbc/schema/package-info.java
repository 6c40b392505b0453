/**
 * Tables as a loader and a checker see them: run definitions, look for a table, count its rows. Never used where it is measured. Entry
 * type: {@link io.dbharness.jdbc.schema.Schema}.
 */
@NullMarked
package io.dbharness.jdbc.schema;

import org.jspecify.annotations.NullMarked;
