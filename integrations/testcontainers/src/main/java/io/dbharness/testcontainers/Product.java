package io.dbharness.testcontainers;

import io.dbharness.model.Problems;
import io.dbharness.model.Resources;
import io.dbharness.model.UsageException;
import io.dbharness.yaml.Fields;
import io.dbharness.yaml.YamlFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.containers.wait.strategy.WaitStrategy;

/** The databases with known images, each with a recipe in a file of its name. */
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
     * Returns the recipe to start the image and to connect.
     *
     * @param sessions that the server must accept
     * @param password for connections, if the product accepts a chosen one
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

    /** Returns the server's port inside its container. */
    int port() {
        return port;
    }

    /** Returns the product's name in {@code container:PRODUCT=IMAGE}. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Product> named(String word) {
        return Arrays.stream(values())
                .filter(product -> product.word().equals(word))
                .findFirst();
    }

    /** Returns the product whose name is part of an image's name. */
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
     * Describes how to start an image, when it is ready and how to connect.
     *
     * @param url       with {@code ADDRESS} for host and port
     * @param login     for connections
     * @param variables of its environment
     * @param command   replaces the image's own; empty to keep that
     * @param ready     condition for readiness
     * @param setting   words of the command that set NAME to VALUE; empty if settings cannot be given
     * @param then      a shell command to run in the container once it is ready
     */
    record Recipe(
            String url,
            Login login,
            Map<String, String> variables,
            List<String> command,
            Ready ready,
            List<String> setting,
            Optional<String> then) {

        static final String ADDRESS = "ADDRESS";

        static Recipe of(Fields fields) {
            Fields variables = fields.fieldsOrNone("variables");
            Fields ready = fields.fieldsOrNone("ready");
            return new Recipe(
                    fields.text("url").orElseThrow(),
                    new Login(fields.text("user"), fields.text("password")),
                    variables.names().stream()
                            .collect(Collectors.toMap(
                                    name -> name, name -> variables.text(name).orElseThrow())),
                    fields.texts("command"),
                    new Ready(
                            ready.text("log"), (int) ready.whole("times", 1, 9).orElse(1), ready.text("command")),
                    fields.texts("setting"),
                    fields.text("then"));
        }

        /** Returns the recipe that starts the server with these settings, name to value. */
        Recipe with(Map<String, String> settings, Product product) {
            if (!settings.isEmpty() && setting.isEmpty()) {
                throw new UsageException(List.of("--server-setting is not possible for containers of " + product.word()
                        + "; give a --before command that changes the server"));
            }
            List<String> words = new ArrayList<>(command);
            settings.forEach((name, value) ->
                    setting.forEach(word -> words.add(word.replace("NAME", name).replace("VALUE", value))));
            return new Recipe(url, login, variables, words, ready, setting, then);
        }
    }

    /**
     * The account of a server's connections.
     *
     * @param user     empty if there is no login
     * @param password of the user
     */
    record Login(Optional<String> user, Optional<String> password) {}

    /**
     * The readiness condition of a server: it has printed a line a number of times, or a shell command in its container succeeds.
     *
     * @param log     a pattern of the line
     * @param times   number of times that the line is printed
     * @param command replaces the line
     */
    record Ready(Optional<String> log, int times, Optional<String> command) {

        WaitStrategy strategy() {
            return log.<WaitStrategy>map(line -> Wait.forLogMessage(line, times))
                    .orElseGet(() -> Wait.forSuccessfulCommand(command.orElseThrow()));
        }
    }
}
