package io.dbharness.cli.classic;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The user and the passwords of {@code -credentials-file}.
 *
 * @param properties by the names of cassandra-stress
 */
record Credentials(Properties properties) {

    private static final String GROUP = "-credentials-file";

    /** Takes the option from the line and reads its file. */
    static Credentials of(TranslationBuilder draft) {
        Properties properties = new Properties();
        List<ClassicWord> words = draft.line().takeAll(GROUP);
        if (words.size() > 1) {
            draft.refuse(words.get(1), GROUP + " takes one file");
        }
        words.stream().limit(1).forEach(word -> {
            try (Reader reader = Files.newBufferedReader(Path.of(word.value()))) {
                properties.load(reader);
            } catch (IOException | IllegalArgumentException e) {
                draft.refuse(word, "cannot be read: " + e.getMessage());
            }
        });
        return new Credentials(properties);
    }

    boolean isEmpty() {
        return properties.isEmpty();
    }

    Optional<String> of(String name) {
        return Optional.ofNullable(properties.getProperty(name));
    }

    /** Keeps passwords out of messages. */
    @Override
    public String toString() {
        return "credentials " + properties.stringPropertyNames();
    }
}
