/**
 * What differs from product to product in behaviour: how to enter, how failures are judged, how to load in bulk, what the server says
 * about itself. Differences in words live in resources (see {@code sql}). Entry type: {@link io.dbharness.jdbc.dialect.Dialect}.
 */
@NullMarked
package io.dbharness.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
