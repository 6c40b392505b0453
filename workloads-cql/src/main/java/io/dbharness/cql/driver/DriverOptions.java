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
 * How the driver is to work, where a user wants it otherwise than the harness does.
 *
 * @param bundle      how to reach a cluster behind a proxy; its nodes are in no address then
 * @param file        the driver's own configuration
 * @param fileSets    the settings in it, by their paths
 * @param protocol    version of the native protocol; agreed with the server if empty
 * @param compression of what is sent
 * @param retry       what the driver repeats itself
 * @param speculation further attempts of requests that are slow
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

    /** Where in the driver's own files its settings are. */
    static final String ROOT = "datastax-java-driver";

    private static final Map<String, List<String>> COMPRESSION_LIBRARIES = Map.of(
            "lz4", List.of("/net/jpountz/lz4/LZ4Factory.class", "at.yawk.lz4:lz4-java"),
            "snappy", List.of("/org/xerial/snappy/Snappy.class", "org.xerial.snappy:snappy-java"));

    /** Who repeats a request that failed. */
    enum Retry {
        /** The harness, as its plan says. */
        NEVER("io.dbharness.cql.driver.NeverRetry"),
        DEFAULT("DefaultRetryPolicy"),
        CONSISTENCY_DOWNGRADING("ConsistencyDowngradingRetryPolicy");

        /** As the driver's settings name it. */
        final String policy;

        Retry(String policy) {
            this.policy = policy;
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * Further attempts of a request that has not been answered.
     *
     * @param attempts at most, the first included
     * @param delay    from one to the next
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

    /** As settings of the driver: those that were chosen, by their paths. */
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
            // The driver sends only these twice.
            settings.put("basic.request.default-idempotence", "true");
        });
        return settings;
    }
}
