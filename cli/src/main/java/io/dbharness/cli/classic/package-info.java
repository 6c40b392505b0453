/**
 * Translates command lines of cassandra-stress, as typed for Cassandra 3.11 to 5.0, to options of this program. Text in, text out: it opens
 * no
 * connection and runs nothing. Entry type: {@link io.dbharness.cli.classic.Translation}.
 */
@NullMarked
package io.dbharness.cli.classic;

import org.jspecify.annotations.NullMarked;
