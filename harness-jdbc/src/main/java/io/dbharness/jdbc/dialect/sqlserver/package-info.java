/**
 * SQL Server and Azure SQL through mssql-jdbc. Nothing outside this package may refer to it: it is found as a
 * service. Entry type: {@link io.dbharness.jdbc.dialect.sqlserver.SqlserverDialect}.
 */
@NullMarked
package io.dbharness.jdbc.dialect.sqlserver;

import org.jspecify.annotations.NullMarked;
