/**
 * The tables {@code sbtest1} and so on: making, filling, recognising, counting and dropping them. Never used where it is measured. Entry
 * type: {@link io.dbharness.sysbench.data.SysbenchDataSet}.
 */
@NullMarked
package io.dbharness.sysbench.data;

import org.jspecify.annotations.NullMarked;
