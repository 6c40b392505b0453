package io.dbharness.sql.profile;

import io.dbharness.profile.Similarity;
import io.dbharness.profile.Weight;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A workload that is described in a file. Immutable.
 *
 * @param name       name that distinguishes its tables from those of other profiles
 * @param tables     tables in the order of the file
 * @param operations operations in the order of the file
 * @param checks     checks in addition to those of every profile
 */
public record SqlProfile(String name, List<ProfileTable> tables, List<Operation> operations, List<Answer> checks) {

    public SqlProfile {
        tables = List.copyOf(tables);
        operations = List.copyOf(operations);
        checks = List.copyOf(checks);
    }

    /** Returns one sentence for each SQL text without a variant for a dialect of this lineage. */
    public List<String> missing(List<String> lineage) {
        Stream<SqlText> definitions = tables.stream()
                .flatMap(table -> Stream.concat(
                        table.definition().stream(),
                        table.columns().stream().flatMap(column -> column.type().stream())));
        Stream<SqlText> statements = operations.stream()
                .flatMap(operation -> operation.statements().stream())
                .flatMap(statement -> Stream.concat(
                        Stream.of(statement.sql()), statement.recall().stream().map(Neighbours::among)));
        Stream<SqlText> questions =
                checks.stream().flatMap(check -> Stream.concat(Stream.of(check.sql()), check.equals().stream()));
        return Stream.of(definitions, statements, questions)
                .flatMap(texts -> texts)
                .filter(text -> text.isMissing(lineage))
                .map(text -> text.missing(lineage))
                .toList();
    }

    /**
     * An operation, which is executed and measured as one.
     *
     * @param name        name in reports
     * @param weight      relative frequency among the operations
     * @param transaction true if its statements are one transaction; false if each is its own transaction
     * @param parameters  parameters, drawn before the operation starts
     * @param statements  statements in order
     */
    public record Operation(
            String name, Weight weight, boolean transaction, List<Parameter> parameters, List<Statement> statements) {

        public Operation {
            parameters = List.copyOf(parameters);
            statements = List.copyOf(statements);
        }

        /** Returns true if an input is the next value of one of the table's columns, so that inserted rows differ from existing ones. */
        public boolean numbersNewRowsOf(ProfileTable table) {
            return parameters.stream()
                    .flatMap(parameter -> parameter.next().stream())
                    .anyMatch(next -> next.isNew()
                            && next.table().equals(table.name())
                            && table.key().contains(next.column()));
        }
    }

    /**
     * An input of an operation: drawn, or one of the numbers of a column.
     *
     * @param name  name, after a colon in statements
     * @param value generator of a drawn parameter
     * @param next  column of numbered rows; either this or the generator is present
     */
    public record Parameter(String name, Optional<Generator> value, Optional<SequenceValue> next) {}

    /**
     * One statement of an operation.
     *
     * @param sql    text with named parameters
     * @param expect expected number of rows that it reads or changes
     * @param carry  names under which later statements use the first values of its first row
     * @param recall check of the nearest rows that it finds; empty for any other statement
     */
    public record Statement(SqlText sql, Expected expect, List<String> carry, Optional<Neighbours> recall) {

        public Statement {
            carry = List.copyOf(carry);
        }
    }

    /**
     * The check of a search for the nearest vectors, which may be approximate. The first column of its answer is the key of a row.
     *
     * @param vector     parameter whose nearest rows are asked for
     * @param rows       number of rows that it asks for
     * @param least      share of the exact nearest rows that it must find, from 0 to 1
     * @param similarity order of the vectors
     * @param among      query with the key and the vector of all rows
     */
    public record Neighbours(String vector, int rows, double least, Similarity similarity, SqlText among) {}

    /**
     * A check: a query and its expected answer.
     *
     * @param name   name of the check
     * @param before true if it must hold before a run
     * @param after  true if it must hold after a run
     * @param sql    query
     * @param answer expected single value
     * @param equals query with the same answer; either this or the value is present
     */
    public record Answer(
            String name,
            boolean before,
            boolean after,
            SqlText sql,
            Optional<String> answer,
            Optional<SqlText> equals) {}
}
