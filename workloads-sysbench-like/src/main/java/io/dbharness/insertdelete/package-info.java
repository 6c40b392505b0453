/**
 * Inserts and deletes through stored procedures, after the published test of database tiers: rows of 373 bytes on average, equal chances
 * for both, unlimited or at a given rate. Independent of the sysbench-like tests in this module. Entry type:
 * {@link io.dbharness.insertdelete.InsertDelete}.
 */
@NullMarked
package io.dbharness.insertdelete;

import org.jspecify.annotations.NullMarked;
