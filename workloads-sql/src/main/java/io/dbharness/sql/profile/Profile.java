package io.dbharness.sql.profile;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A workload as its file describes it. Immutable.
 *
 * @param name       tells its tables from those of other profiles
 * @param tables     in the file's order
 * @param operations in the file's order
 * @param checks     beside those that every profile has
 */
public record Profile(String name, List<Table> tables, List<Operation> operations, List<Answer> checks) {

    public Profile {
        tables = List.copyOf(tables);
        operations = List.copyOf(operations);
        checks = List.copyOf(checks);
    }

    /** What has no form for a dialect of this lineage, a sentence each. */
    public List<String> missing(List<String> lineage) {
        Stream<SqlText> definitions = tables.stream()
                .flatMap(table -> Stream.concat(
                        table.definition().stream(),
                        table.columns().stream().flatMap(column -> column.type().stream())));
        Stream<SqlText> statements = operations.stream()
                .flatMap(operation -> operation.statements().stream().map(Statement::sql));
        Stream<SqlText> questions =
                checks.stream().flatMap(check -> Stream.concat(Stream.of(check.sql()), check.equals().stream()));
        return Stream.of(definitions, statements, questions)
                .flatMap(texts -> texts)
                .filter(text -> text.isMissing(lineage))
                .map(text -> text.missing(lineage))
                .toList();
    }

    /**
     * What is sent together and measured as one.
     *
     * @param name        as reports print it
     * @param weight      how often, beside the others
     * @param transaction whether its statements are one transaction; otherwise each is one of its own
     * @param parameters  drawn before it starts
     * @param statements  in their order
     */
    public record Operation(
            String name, double weight, boolean transaction, List<Parameter> parameters, List<Statement> statements) {

        public Operation {
            parameters = List.copyOf(parameters);
            statements = List.copyOf(statements);
        }

        /** Whether an input is the next of one of the table's columns, so that its new rows are no old ones. */
        public boolean numbersNewRowsOf(Table table) {
            return parameters.stream()
                    .flatMap(parameter -> parameter.next().stream())
                    .anyMatch(next ->
                            next.table().equals(table.name()) && table.key().contains(next.column()));
        }
    }

    /**
     * An input of an operation: drawn, or the next of a column.
     *
     * @param name  as statements have it behind a colon
     * @param value how it is drawn
     * @param next  what it is the next of; one of the two is there
     */
    public record Parameter(String name, Optional<Generator> value, Optional<Next> next) {}

    /**
     * One statement of an operation.
     *
     * @param sql    with named parameters
     * @param expect how many rows it sees or changes
     * @param carry  names that later statements have for the first values of its first row
     */
    public record Statement(SqlText sql, Expected expect, List<String> carry) {

        public Statement {
            carry = List.copyOf(carry);
        }
    }

    /**
     * A check: a question and what must be its answer.
     *
     * @param name   of the check
     * @param before whether it must hold before a run
     * @param after  whether it must hold after a run
     * @param sql    the question
     * @param answer its one value
     * @param equals a question with the same answer; one of the two is there
     */
    public record Answer(
            String name,
            boolean before,
            boolean after,
            SqlText sql,
            Optional<String> answer,
            Optional<SqlText> equals) {}
}
