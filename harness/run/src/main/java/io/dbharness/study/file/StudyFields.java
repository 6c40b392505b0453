package io.dbharness.study.file;

import io.dbharness.model.Problems;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.Suggestion;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The fields that each part of an experiment file may have. {@code docs/experiment.schema.json} declares the same fields for editors. */
final class StudyFields {

    /** The group of options with assumed values. Other groups of the same part override it. */
    static final String ASSUMED = "assumed";

    /** The groups that may contain options of commands. The choice of group only serves readability. */
    static final List<String> GROUPS = List.of(ASSUMED, "options", "phases", "load", "stop", "collect");

    static final List<String> FILE =
            with("experiment title seed published scaled notes environment facts subject subjects workloads"
                    + " families before data scale design slo tables charts claims profiles");

    static final List<String> SUBJECT = with("label labels facts limits price-per-hour provision retired leave-out");

    static final List<String> WORKLOAD = with("label labels facts command disk data leave-out");

    static final List<String> FAMILY = with("label labels subjects workloads repeats each data leave-out");

    static final List<String> DESIGN = names("baseline order repeats skip bring-up load-rate");

    static final List<String> TABLE = names(
            "id kind title where per subjects rows columns source percentiles operations unit" + " decimals aggregate");

    static final List<String> FORMULA = names("label expr unit decimals where scaled");

    static final List<String> CHART = names("id kind title where per by subjects series operations lines");

    static final List<String> CLAIM = names("text expr where reading published reason");

    /** A word that is valid in a file name. */
    private static final String FILE_NAME = "[A-Za-z0-9][A-Za-z0-9_-]{0,99}";

    private StudyFields() {}

    private static List<String> names(String own) {
        return List.of(own.split(" ", -1));
    }

    private static List<String> with(String own) {
        return Stream.concat(names(own).stream(), GROUPS.stream()).toList();
    }

    /** Notes each unknown name in a field. */
    static void require(Fields fields, String field, List<String> names, List<String> known) {
        names.stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> fields.problem(field, "names '" + name + "'" + Suggestion.known(name, known)));
    }

    /** Returns the word in a field; notes a word that is not valid in a file name. */
    static Optional<String> fileName(Fields fields, String field) {
        Optional<String> name = fields.text(field);
        name.filter(text -> !text.matches(FILE_NAME))
                .ifPresent(text -> fields.problem(
                        field, "names files, so it must be of letters, digits, - and _, not '" + text + "'"));
        return name;
    }

    /** Runs a check and notes its problems under a field. */
    static void check(Fields fields, String field, Consumer<Problems> check) {
        Problems found = new Problems();
        check.accept(found);
        found.lines().forEach(what -> fields.problem(field, what));
    }

    /** Notes every unknown field. */
    static void refuse(Fields fields, List<String> known) {
        fields.names().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> fields.problem(name, "is not known here" + Suggestion.known(name, known)));
    }
}
