/**
 * The tables {@code sbtest1} and so on: creating, loading, recognising, counting and dropping them. Not on the measured path. Entry type:
 * {@link io.dbharness.sysbench.data.SysbenchDataSet}.
 */
@Internal
@NullMarked
package io.dbharness.sysbench.data;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
