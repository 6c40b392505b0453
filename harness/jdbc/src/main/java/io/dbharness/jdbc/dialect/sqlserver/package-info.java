/**
 * SQL Server and Azure SQL through mssql-jdbc. Loaded as a service; no other package may refer to it. Entry type:
 * {@link io.dbharness.jdbc.dialect.sqlserver.SqlserverDialect}.
 */
@Internal
@NullMarked
package io.dbharness.jdbc.dialect.sqlserver;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
