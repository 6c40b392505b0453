/**
 * Differences between products in behaviour: connecting, classifying failures, bulk loading, facts of the server. Differences in SQL text
 * are in resources (see {@code sql}). Entry type: {@link io.dbharness.jdbc.dialect.Dialect}.
 */
@NullMarked
package io.dbharness.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
