package io.dbharness.sql.profile;

import io.dbharness.profile.Weight;
import io.dbharness.sql.profile.SqlProfile.Neighbours;
import io.dbharness.sql.profile.SqlProfile.Operation;
import io.dbharness.sql.profile.SqlProfile.Parameter;
import io.dbharness.sql.profile.SqlProfile.Statement;
import io.dbharness.yaml.Fields;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Parses the operations of a profile. Not thread-safe.
 *
 * @param sql    parser of statements
 * @param values parser of parameters
 * @param tables tables of the profile
 */
record OperationReader(SqlReader sql, ValueText values, List<ProfileTable> tables) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9-]{0,39}");
    private static final Pattern PARAMETER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,39}");
    /** Statements that begin or end a transaction; savepoints are allowed. */
    private static final Pattern TRANSACTION = Pattern.compile(
            "(?i)(?:BEGIN(?:\\s+(?:TRAN|TRANSACTION|WORK|ISOLATION|READ)\\b|\\s*$)|START\\s+TRANSACTION\\b"
                    + "|(?:COMMIT|END|ABORT)\\b|ROLLBACK(?!\\s+(?:WORK\\s+|TRANSACTION\\s+)?TO\\b)\\b)");

    private static final Pattern COPY = Pattern.compile("(?is)COPY\\b.*\\b(?:FROM\\s+STDIN|TO\\s+STDOUT)\\b");
    private static final Pattern WORD = Pattern.compile("\\b[A-Za-z_][A-Za-z0-9_]*\\b");

    Operation operation(String name, Fields operations) {
        Fields fields = operations.fieldsOrNone(name);
        if (!NAME.matcher(name).matches()) {
            operations.problem(name, "must have a name of 1 to 40 letters, digits and hyphens, a letter first");
        }
        Weight weight = fields.text("weight").map(text -> weight(fields, text)).orElse(Weight.ONE);
        Optional<Boolean> transaction = fields.flag("transaction");
        List<Parameter> parameters = parameters(fields.fieldsOrNone("parameters"));
        Set<String> bound = new HashSet<>();
        parameters.forEach(parameter -> bound.add(parameter.name()));
        Set<String> used = new HashSet<>();
        Fields inputs = fields.fieldsOrNone("parameters");
        inputs.names().stream()
                .flatMap(input -> inputs.text(input).stream())
                .flatMap(text -> WORD.matcher(text).results().map(MatchResult::group))
                .filter(bound::contains)
                .forEach(used::add);
        List<Statement> statements = statements(fields, parameters, bound, used);
        Fields named = fields.fieldsOrNone("parameters");
        parameters.stream()
                .map(Parameter::name)
                .filter(parameter -> !used.contains(parameter))
                .forEach(parameter -> named.problem(parameter, "is used by no statement of the operation"));
        fields.refuseOthers();
        return new Operation(name, weight, transaction.orElse(statements.size() > 1), parameters, statements);
    }

    private static Weight weight(Fields fields, String text) {
        Optional<Weight> weight = Weight.parse(text);
        if (weight.isEmpty()) {
            fields.problem("weight", "must be " + Weight.FORMS + ", not '" + text + "'");
        }
        return weight.orElse(Weight.ONE);
    }

    private List<Parameter> parameters(Fields fields) {
        List<Parameter> parameters = new ArrayList<>();
        Set<String> known = new HashSet<>();
        for (String name : fields.names()) {
            if (!PARAMETER.matcher(name).matches()) {
                fields.problem(name, "must have a name of 1 to 40 letters, digits and _, no digit first");
            }
            Optional<String> text = fields.text(name);
            Optional<SequenceValue> next = text.flatMap(ValueText::next);
            next.ifPresent(wanted -> requireColumn(fields, name, wanted));
            Optional<Generator> value = next.isPresent()
                    ? Optional.empty()
                    : text.flatMap(given -> TableReader.generator(fields, name, given, values, known));
            parameters.add(new Parameter(name, value, next));
            known.add(name);
        }
        return parameters;
    }

    private void requireColumn(Fields fields, String name, SequenceValue next) {
        boolean known = tables.stream()
                .anyMatch(table ->
                        table.name().equals(next.table()) && table.columnNames().contains(next.column()));
        if (!known) {
            fields.problem(
                    name, "asks for a value of " + next.table() + "." + next.column() + ", which does not exist");
        }
    }

    /** Parses the list of statements, or the single statement in the operation itself. */
    private List<Statement> statements(Fields fields, List<Parameter> parameters, Set<String> bound, Set<String> used) {
        List<Statement> statements = new ArrayList<>();
        if (!fields.has("statements")) {
            if (!fields.has("sql")) {
                fields.problem("needs sql, or a list of statements");
            }
            statement(fields, parameters, bound, used).ifPresent(statements::add);
            // Reads the field also here, so that it is a known field.
            fields.list("statements");
            return statements;
        }
        List<Fields> list = fields.list("statements");
        if (list.isEmpty()) {
            fields.problem("statements", "has no statement");
        }
        for (Fields inner : list) {
            if (!inner.has("sql")) {
                inner.problem("sql", "is missing");
            }
            statement(inner, parameters, bound, used).ifPresent(statements::add);
            inner.refuseOthers();
        }
        return statements;
    }

    /** Returns why a text is not one statement of an operation; empty if it is. */
    private static Optional<String> refused(String text) {
        String bare = NamedSql.bare(text).replaceFirst("[;\\s]+$", "");
        if (bare.indexOf(';') >= 0) {
            return Optional.of("has several statements, which would count as one; list them under statements");
        }
        if (TRANSACTION.matcher(bare).lookingAt()) {
            return Optional.of("begins or ends a transaction, which is sent for it; write transaction: true");
        }
        if (COPY.matcher(bare).lookingAt()) {
            return Optional.of("copies from or to the client, which is not supported; write INSERT or SELECT");
        }
        return Optional.empty();
    }

    private Optional<Statement> statement(
            Fields fields, List<Parameter> parameters, Set<String> bound, Set<String> used) {
        Optional<SqlText> text = sql.optional(fields, "sql");
        text.ifPresent(given -> {
            Set<String> names = new HashSet<>();
            for (String variant : given.variants().values()) {
                NamedSql parsed = NamedSql.of(variant);
                names.addAll(parsed.names());
                refused(variant).ifPresent(why -> fields.problem("sql", why));
                if (parsed.marks()) {
                    fields.problem("sql", "has a question mark; parameters are written :name");
                }
            }
            names.stream()
                    .filter(name -> !bound.contains(name))
                    .sorted()
                    .forEach(
                            name -> fields.problem(
                                    "sql",
                                    "has :" + name
                                            + ", which is neither a parameter of the operation nor carried by an earlier statement"));
            used.addAll(names);
        });
        Expected expected = fields.text("expect")
                .flatMap(given -> {
                    Optional<Expected> rows = Expected.parse(given);
                    if (rows.isEmpty()) {
                        fields.problem("expect", "must be " + Expected.FORMS + ", not '" + given + "'");
                    }
                    return rows;
                })
                .orElse(Expected.SOME);
        List<String> carry = fields.texts("carry");
        for (String name : carry) {
            if (!PARAMETER.matcher(name).matches()) {
                fields.problem("carry", "must be names of letters, digits and _, not '" + name + "'");
            } else if (!bound.add(name)) {
                fields.problem("carry", "has '" + name + "', which is the name of another value");
            }
        }
        Optional<Neighbours> recall = fields.fields("recall")
                .flatMap(inner -> text.flatMap(search -> new RecallReader(sql).recall(inner, search, parameters)));
        return text.map(given -> new Statement(given, expected, carry, recall));
    }
}
