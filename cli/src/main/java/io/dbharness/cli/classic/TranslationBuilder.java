package io.dbharness.cli.classic;

import io.dbharness.model.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A translation in the making. One thread. */
final class TranslationBuilder {

    /** The value of {@code --load} for a line that only creates the tables. */
    static final String SCHEMA_ONLY = "only";

    private final ClassicLine line;
    private final Problems problems;
    private final List<String> remarks = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();
    private final List<Translation.Password> passwords = new ArrayList<>();

    TranslationBuilder(ClassicLine line, Problems problems) {
        this.line = line;
        this.problems = problems;
    }

    ClassicLine line() {
        return line;
    }

    List<String> remarks() {
        return remarks;
    }

    Map<String, String> options() {
        return options;
    }

    List<Translation.Password> passwords() {
        return passwords;
    }

    /** Sets an option of ours. */
    void set(String option, String value) {
        options.put(option, value);
    }

    /** A word that has no counterpart, and why that changes nothing of what is measured. */
    void remark(ClassicWord word, String why) {
        remarks.add("'" + word + "': " + why);
    }

    /** Something that is otherwise here. */
    void remark(String sentence) {
        remarks.add(sentence);
    }

    /** A word whose loss would change what is measured. */
    void refuse(ClassicWord word, String why) {
        problems.add("'" + word + "': " + why);
    }

    void refuse(String sentence) {
        problems.add(sentence);
    }

    /** Replaces a password on the line by a reference. */
    void password(ClassicWord word, String variable) {
        passwords.add(new Translation.Password(variable, word.value()));
        remarks.add("'" + word
                + "': a password on the line can be read by everyone on this machine; put it into the variable "
                + variable + " or into a file, and use env:" + variable + " or file:PATH");
    }

    /** Returns true if the line creates the tables and sends nothing. */
    boolean isSchemaOnly() {
        return SCHEMA_ONLY.equals(options.get("load"));
    }

    /** Hands on a password of a credentials file. */
    void password(String variable, String text) {
        passwords.add(new Translation.Password(variable, text));
        remarks.add("'-credentials-file': a password of it is not printed; put it into the variable " + variable
                + " or into a file, and use env:" + variable + " or file:PATH");
    }

    /** Whole groups and words without counterpart. */
    void harmless(String group, String name, String why) {
        line.take(group, name).ifPresent(word -> remark(word, why));
    }

    void refused(String group, String name, String why) {
        line.take(group, name).ifPresent(word -> refuse(word, why));
    }

    /** Returns true if the word's value has a form; refuses the word if not. */
    boolean matches(ClassicWord word, String form, String otherwise) {
        boolean sound = word.value().matches(form);
        if (!sound) {
            refuse(word, otherwise);
        }
        return sound;
    }

    /** A number that may end in k, m or b; notes what is none. */
    Optional<Long> number(ClassicWord word) {
        Optional<Long> number = ClassicNumber.parse(word.value());
        if (number.isEmpty()) {
            refuse(word, "is no whole number, such as 100000, 10k, 5m or 1b");
        }
        return number;
    }

    /** The number of {@code fixed(N)}; notes anything else. */
    Optional<Long> fixed(ClassicWord word, String otherwise) {
        Optional<Long> number = ClassicNumber.fixed(word.value());
        if (number.isEmpty()) {
            refuse(word, otherwise);
        }
        return number;
    }
}
