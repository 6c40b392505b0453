/**
 * Inserts and deletes through stored procedures, after the published test of database tiers: rows of 373 bytes on average, equal chances for
 * both, unlimited or at a given rate. Knows nothing of the sysbench-like tests beside it. Entry type:
 * {@link io.dbharness.insertdelete.InsertDelete}.
 */
@NullMarked
package io.dbharness.insertdelete;

import org.jspecify.annotations.NullMarked;
