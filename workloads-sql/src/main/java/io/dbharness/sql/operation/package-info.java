/**
 * The measured path of a profile's operations: plain JDBC, statements prepared once for each session, inputs drawn before. Entry type:
 * {@link io.dbharness.sql.operation.OperationScript}.
 */
@NullMarked
package io.dbharness.sql.operation;

import org.jspecify.annotations.NullMarked;
