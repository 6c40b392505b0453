/**
 * The measured path of a profile's operations: plain JDBC, statements prepared once for each session, inputs drawn before. Entry type:
 * {@link io.dbharness.sql.operation.OperationScript}.
 */
@Internal
@NullMarked
package io.dbharness.sql.operation;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
