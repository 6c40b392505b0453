/**
 * Translates command lines of cassandra-stress, as typed for Cassandra 3.11 to 5.0, and of DiskSpd, as typed for 2.0 to 2.2, to options of
 * this program. Text in, text out: it opens no connection and runs nothing. Entry types: {@link io.dbharness.cli.classic.Translation} and
 * {@link io.dbharness.cli.classic.DiskspdTranslator}.
 */
@Internal
@NullMarked
package io.dbharness.cli.classic;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
