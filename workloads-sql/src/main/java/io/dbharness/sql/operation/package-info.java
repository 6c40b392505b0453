/**
 * Operations of a profile as they are sent: plain JDBC, statements prepared once a session, inputs drawn before. This is the measured path. Entry
 * type: {@link io.dbharness.sql.operation.Script}.
 */
@NullMarked
package io.dbharness.sql.operation;

import org.jspecify.annotations.NullMarked;
