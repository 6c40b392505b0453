package io.dbharness.sql.profile;

import io.dbharness.model.Problems;
import io.dbharness.model.UsageException;
import io.dbharness.profile.TemplateValues;
import io.dbharness.sql.profile.SqlProfile.Answer;
import io.dbharness.sql.profile.SqlProfile.Operation;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.YamlFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Parses a profile. Not thread-safe. */
public final class SqlProfileFile {

    private static final int LONGEST_NAME = 30;
    private static final int LONGEST_CHECK = 40;

    private static final String WHEN_BEFORE = "before";
    private static final String WHEN_AFTER = "after";

    private final SqlReader sql;
    private final TableReader tables;

    /**
     * Creates a parser.
     *
     * @param dialects dialect names that SQL variants may have
     * @param scale    factor for numbers of rows
     * @param folder   of files that values name
     */
    private SqlProfileFile(Set<String> dialects, double scale, Path folder) {
        this.sql = new SqlReader(dialects);
        this.tables = new TableReader(sql, scale, folder);
    }

    /**
     * Parses the text of a profile.
     *
     * @param path     the file, for messages and for files that values name
     * @param dialects dialect names that SQL variants may have
     * @param scale    factor for numbers of rows, above 0
     * @param values   replace each {@code ${NAME}} in the text
     * @param problems receives the faults of the file, each with its line; then the result is empty
     */
    public static Optional<SqlProfile> read(
            Path path, String text, Set<String> dialects, double scale, TemplateValues values, Problems problems) {
        Problems found = new Problems();
        Optional<SqlProfile> profile = Optional.empty();
        String file = String.valueOf(path.getFileName());
        try {
            Fields top = YamlFile.parse(file, values.fill(file, text, found), found);
            profile = Optional.of(new SqlProfileFile(dialects, scale, path.resolveSibling("")).profile(top));
            found.throwIfAny();
        } catch (UsageException e) {
            problems.addAll(e);
            return Optional.empty();
        }
        return profile;
    }

    private SqlProfile profile(Fields top) {
        Optional<String> name = top.required("name");
        name.filter(text -> !text.matches("[a-z][a-z0-9-]*") || text.length() > LONGEST_NAME)
                .ifPresent(text -> top.problem(
                        "name",
                        "'" + text + "' must be 1 to " + LONGEST_NAME
                                + " lower-case letters, digits and hyphens, a letter first"));
        List<ProfileTable> found = tables.tables(top);
        OperationReader reader = new OperationReader(sql, tables.values(), found);
        Fields operations = top.fieldsOrNone("operations");
        List<Operation> all = operations.names().stream()
                .map(operation -> reader.operation(operation, operations))
                .toList();
        if (all.isEmpty() && !top.has("operations")) {
            top.problem("operations", "is missing");
        } else if (all.isEmpty()) {
            top.problem("operations", "has no operation");
        }
        List<Answer> checks = checks(top.fieldsOrNone("checks"));
        top.refuseOthers();
        return new SqlProfile(name.orElse(""), found, all, checks);
    }

    private List<Answer> checks(Fields fields) {
        List<Answer> checks = new ArrayList<>();
        for (String name : fields.names()) {
            Fields check = fields.fieldsOrNone(name);
            if (!name.matches("[a-z][a-z0-9-]*") || name.length() > LONGEST_CHECK) {
                fields.problem(
                        name,
                        "must have a name of 1 to " + LONGEST_CHECK
                                + " lower-case letters, digits and hyphens, a letter first");
            }
            Optional<String> when = check.word("when", List.of(WHEN_BEFORE, WHEN_AFTER));
            Optional<SqlText> question = question(check, "sql");
            Optional<String> answer = check.text("answer");
            Optional<SqlText> equals = check.has("equals") ? question(check, "equals") : Optional.empty();
            if (check.has("answer") == check.has("equals")) {
                check.problem("needs either an answer or, in equals, SQL with the same answer");
            }
            check.refuseOthers();
            boolean before = !when.equals(Optional.of(WHEN_AFTER));
            boolean after = !when.equals(Optional.of(WHEN_BEFORE));
            question.ifPresent(text -> checks.add(new Answer(name, before, after, text, answer, equals)));
        }
        return checks;
    }

    /** Parses SQL without parameters. */
    private Optional<SqlText> question(Fields check, String field) {
        Optional<SqlText> text = sql.required(check, field);
        text.stream()
                .flatMap(question -> question.variants().values().stream())
                .flatMap(variant -> NamedSql.of(variant).names().stream())
                .distinct()
                .forEach(name -> check.problem(field, "has :" + name + ", but a check has no parameters"));
        return text;
    }
}
