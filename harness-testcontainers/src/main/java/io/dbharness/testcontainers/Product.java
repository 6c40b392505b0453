package io.dbharness.testcontainers;

import io.dbharness.model.Problems;
import io.dbharness.model.Resources;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.YamlFile;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.containers.wait.strategy.WaitStrategy;

/** The databases whose images are known, each with a recipe in a file of its name. */
enum Product {
    POSTGRESQL("postgres", 5432),
    YUGABYTEDB("yugabyte", 5433),
    SQLSERVER("mssql", 1433),
    MARIADB("mariadb", 3306),
    MYSQL("mysql", 3306),
    CASSANDRA("cassandra", 9042);

    private final String imageWord;
    private final int port;

    Product(String imageWord, int port) {
        this.imageWord = imageWord;
        this.port = port;
    }

    /**
     * How its image is started and entered.
     *
     * @param sessions it has to take
     * @param password to enter with, where the product lets one choose
     */
    Recipe recipe(int sessions, String password) {
        String text = Resources.text(Product.class, word() + ".yaml")
                .replace("${sessions}", String.valueOf(sessions))
                .replace("${password}", password);
        Problems problems = new Problems();
        Recipe recipe = Recipe.of(YamlFile.parse(word() + ".yaml", text, problems));
        problems.throwIfAny();
        return recipe;
    }

    /** Where it listens inside its container. */
    int port() {
        return port;
    }

    /** As in {@code container:PRODUCT=IMAGE}. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Product> named(String word) {
        return Arrays.stream(values())
                .filter(product -> product.word().equals(word))
                .findFirst();
    }

    /** The one that an image's name speaks of. */
    static Optional<Product> of(String image) {
        String name = image.toLowerCase(Locale.ROOT);
        List<Product> fitting = Arrays.stream(values())
                .filter(product -> name.contains(product.imageWord))
                .toList();
        return fitting.size() == 1 ? Optional.of(fitting.get(0)) : Optional.empty();
    }

    static String words() {
        return Arrays.stream(values()).map(Product::word).collect(Collectors.joining(", "));
    }

    /**
     * How an image is started, when it is ready and how it is entered.
     *
     * @param url       with {@code ADDRESS} for host and port
     * @param user      who logs in; empty when there is no login
     * @param password  of the user
     * @param variables of its environment
     * @param command   instead of the image's own; empty for that
     * @param ready     tells when it is
     * @param then      a shell command to run in it after that
     */
    record Recipe(
            String url,
            Optional<String> user,
            Optional<String> password,
            Map<String, String> variables,
            List<String> command,
            Ready ready,
            Optional<String> then) {

        static final String ADDRESS = "ADDRESS";

        static Recipe of(Fields fields) {
            Fields variables = fields.fieldsOrNone("variables");
            Fields ready = fields.fieldsOrNone("ready");
            return new Recipe(
                    fields.text("url").orElseThrow(),
                    fields.text("user"),
                    fields.text("password"),
                    variables.names().stream()
                            .collect(Collectors.toMap(
                                    name -> name, name -> variables.text(name).orElseThrow())),
                    fields.texts("command"),
                    new Ready(
                            ready.text("log"), (int) ready.whole("times", 1, 9).orElse(1), ready.text("command")),
                    fields.text("then"));
        }
    }

    /**
     * When a server is ready: when it has printed a line so many times, or when a shell command in its container succeeds.
     *
     * @param log     a pattern of the line
     * @param times   how often it is printed until then
     * @param command in place of the line
     */
    record Ready(Optional<String> log, int times, Optional<String> command) {

        WaitStrategy strategy() {
            return log.<WaitStrategy>map(line -> Wait.forLogMessage(line, times))
                    .orElseGet(() -> Wait.forSuccessfulCommand(command.orElseThrow()));
        }
    }
}
