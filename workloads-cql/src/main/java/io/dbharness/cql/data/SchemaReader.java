package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import io.dbharness.cql.profile.ColumnTypes;
import io.dbharness.cql.profile.CqlProfile;
import io.dbharness.cql.profile.TableDefinition;
import io.dbharness.model.HarnessException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the schema of tables from the server. */
final class SchemaReader {

    private SchemaReader() {}

    /** Returns the profile with the columns of its table on the server. */
    static CqlProfile of(CqlSession driver, CqlProfile profile) {
        KeyspaceMetadata keyspace = driver.getMetadata()
                .getKeyspace(CqlIdentifier.fromInternal(profile.keyspace()))
                .orElseThrow(() -> new HarnessException("there is no keyspace " + profile.keyspace()));
        TableMetadata table = keyspace.getTable(CqlIdentifier.fromInternal(profile.table()))
                .orElseThrow(
                        () -> new HarnessException("there is no table " + profile.keyspace() + "." + profile.table()));
        List<String> problems = new ArrayList<>();
        ColumnTypes types = new ColumnTypes();
        // A type may contain types that come later in the list.
        for (int round = 0; round < keyspace.getUserDefinedTypes().size(); round++) {
            keyspace.getUserDefinedTypes()
                    .forEach((name, type) -> types.define(
                            name.asCql(true),
                            type.getFieldTypes().stream()
                                    .map(field -> field.asCql(true, true))
                                    .toList(),
                            wrong -> {}));
        }
        TableDefinition definition = new TableDefinition(types, problems::add);
        for (ColumnMetadata column : table.getColumns().values()) {
            definition.column(column.getName().asInternal(), column.getType().asCql(true, true), column.isStatic());
        }
        table.getPartitionKey()
                .forEach(column -> definition.partitionKey(column.getName().asInternal()));
        table.getClusteringColumns()
                .keySet()
                .forEach(column -> definition.clusteringKey(column.getName().asInternal()));
        return profile.with(
                Optional.of(table.describe(false)),
                definition
                        .columns()
                        .orElseThrow(() -> new HarnessException("the table " + profile.keyspace() + "."
                                + profile.table() + " " + String.join("; ", problems))));
    }
}
