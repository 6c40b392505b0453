package io.dbharness.cql.driver;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.dbharness.quantity.Quantities;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Options with which a user overrides the harness's settings of the driver.
 *
 * @param bundle      secure-connect bundle of a cluster behind a proxy; the address then names no nodes
 * @param file        a configuration file of the driver
 * @param fileSets    the settings in that file, by their paths
 * @param protocol    version of the native protocol; negotiated with the server if empty
 * @param compression of requests and answers
 * @param retry       the requests that the driver repeats
 * @param speculation further attempts of slow requests
 */
record DriverOptions(
        Optional<Path> bundle,
        Optional<Path> file,
        List<String> fileSets,
        Optional<String> protocol,
        String compression,
        Retry retry,
        Optional<Speculation> speculation) {

    private static final List<String> PROTOCOLS = List.of("V3", "V4", "V5", "V6", "DSE_V1", "DSE_V2");
    private static final Pattern SPECULATION = Pattern.compile("([2-9]):(.+)");

    /** Root path of the settings in the driver's configuration files. */
    static final String ROOT = "datastax-java-driver";

    private static final Map<String, List<String>> COMPRESSION_LIBRARIES = Map.of(
            "lz4", List.of("/net/jpountz/lz4/LZ4Factory.class", "at.yawk.lz4:lz4-java"),
            "snappy", List.of("/org/xerial/snappy/Snappy.class", "org.xerial.snappy:snappy-java"));

    /** Chooses whether the harness or the driver repeats a failed request. */
    enum Retry {
        /** The harness repeats it, as its plan requires. */
        NEVER("io.dbharness.cql.driver.NeverRetry"),
        DEFAULT("DefaultRetryPolicy"),
        CONSISTENCY_DOWNGRADING("ConsistencyDowngradingRetryPolicy");

        /** Name of the policy in the driver's settings. */
        final String policy;

        Retry(String policy) {
            this.policy = policy;
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Further attempts of a request without an answer.
     *
     * @param attempts at most, including the first
     * @param delay    between two attempts
     */
    record Speculation(int attempts, Duration delay) {}

    static DriverOptions parse(OptionTexts texts) {
        Optional<Path> file = texts.file("driver-conf");
        String compression = texts.word("compression", "none", List.of("none", "lz4", "snappy"));
        Optional<String> protocol =
                texts.given("protocol") ? Optional.of(texts.word("protocol", "V5", PROTOCOLS)) : Optional.empty();
        texts.problems()
                .require(
                        !compression.equals("snappy") || List.of("V3", "V4").contains(protocol.orElse("V4")),
                        "the target's compression=snappy ended with version 4 of the protocol; take protocol=V4 or"
                                + " compression=lz4");
        List<String> library = COMPRESSION_LIBRARIES.getOrDefault(compression, List.of());
        texts.problems()
                .require(
                        library.isEmpty() || DriverOptions.class.getResource(library.get(0)) != null,
                        "the target's compression=" + compression + " needs a library that is not on the class path: "
                                + String.join("", library.stream().skip(1).toList())
                                + "; with harness.jar: java -cp harness.jar:LIBRARY.jar io.dbharness.cli.Main ...");
        return new DriverOptions(
                texts.file("secure-connect-bundle"),
                file,
                file.map(path -> settings(path, texts)).orElse(List.of()),
                protocol.or(() -> compression.equals("snappy") ? Optional.of("V4") : Optional.empty()),
                compression,
                retry(texts),
                speculation(texts));
    }

    private static List<String> settings(Path file, OptionTexts texts) {
        try {
            Config all = ConfigFactory.parseFile(file.toFile());
            if (all.hasPath(ROOT)) {
                return all.getConfig(ROOT).entrySet().stream()
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList();
            }
            texts.problems().add("the target's driver-conf '" + file + "' has no " + ROOT + " { ... }");
        } catch (ConfigException e) {
            texts.problems()
                    .add("the target's driver-conf '" + file + "' is no configuration of the driver: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
        return List.of();
    }

    private static Retry retry(OptionTexts texts) {
        List<String> words = List.of(Retry.values()).stream().map(Retry::word).toList();
        String word = texts.word("retry", Retry.NEVER.word(), words);
        return List.of(Retry.values()).get(Math.max(0, words.indexOf(word)));
    }

    private static Optional<Speculation> speculation(OptionTexts texts) {
        String text = texts.texts().get("speculative");
        if (text == null) {
            return Optional.empty();
        }
        Matcher form = SPECULATION.matcher(text);
        Optional<Duration> delay = form.matches() ? Quantities.duration(form.group(2)) : Optional.empty();
        texts.problems()
                .require(
                        delay.isPresent(),
                        "the target's speculative must be ATTEMPTS:DELAY, such as 2:50ms, not '" + text + "'");
        return delay.map(known -> new Speculation(Integer.parseInt(form.group(1)), known));
    }

    /** Returns the chosen options as settings of the driver, by their paths. */
    Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>();
        protocol.ifPresent(version -> settings.put("advanced.protocol.version", version));
        if (!compression.equals("none")) {
            settings.put("advanced.protocol.compression", compression);
        }
        if (retry != Retry.NEVER) {
            settings.put("advanced.retry-policy.class", retry.policy);
        }
        speculation.ifPresent(chosen -> {
            settings.put("advanced.speculative-execution-policy.class", "ConstantSpeculativeExecutionPolicy");
            settings.put("advanced.speculative-execution-policy.max-executions", Integer.toString(chosen.attempts()));
            settings.put(
                    "advanced.speculative-execution-policy.delay",
                    chosen.delay().toNanos() + " nanoseconds");
            // The driver repeats only idempotent requests.
            settings.put("basic.request.default-idempotence", "true");
        });
        return settings;
    }
}
