/**
 * The nine tables: how they are filled (clause 4.3.3), how a data set is recognised, and the consistency conditions it must meet (clause
 * 3.3.2). Runs nothing that is measured. Entry type: {@link io.dbharness.tpcc.data.TpccDataSet}.
 */
@NullMarked
package io.dbharness.tpcc.data;

import org.jspecify.annotations.NullMarked;
