/**
 * The command line of cassandra-stress, as typed for Cassandra 3.11 to 5.0, told in this program's words. Takes texts and makes texts: it opens no
 * connection and runs nothing. Entry type: {@link io.dbharness.cli.classic.Translation}.
 */
@NullMarked
package io.dbharness.cli.classic;

import org.jspecify.annotations.NullMarked;
