/**
 * The nine tables: loading (clause 4.3.3), recognising a data set, and the consistency conditions (clause 3.3.2). Not on the measured path.
 * Entry type: {@link io.dbharness.tpcc.data.TpccDataSet}.
 */
@Internal
@NullMarked
package io.dbharness.tpcc.data;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
