package io.dbharness.provisioning;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbharness.provisioning.spi.Exchange;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Supplier;

/**
 * Writes what commands asked of providers and what these answered as JSON lines, for a report on a refusal. Appends to an existing file.
 * Secrets, tokens and ids are masked, see {@link SecretMask}; names of resources and addresses remain. Thread-safe.
 */
public final class ExchangeRecorder {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private final RunClock clock;
    private final SecretMask mask = new SecretMask();

    /**
     * @param file  file of the record; readable by its owner only if it is new
     * @param clock time of the lines
     */
    public ExchangeRecorder(Path file, RunClock clock) throws IOException {
        this.file = file;
        this.clock = clock;
        if (!Files.exists(file)) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
    }

    /** Records a command, with the text of its file if it has one, and how it ends. */
    public <T> T during(List<String> words, String text, Supplier<T> command) {
        ObjectNode line = line("command");
        words.forEach(line.withArray("words")::add);
        line.put("file", text);
        write(line);
        try {
            T result = command.get();
            write(line("end"));
            return result;
        } catch (RuntimeException e) {
            write(line("failure").put("message", String.valueOf(e.getMessage())));
            throw e;
        }
    }

    /** Records the content of a plan. */
    public void plan(ProvisioningPlan plan) {
        ObjectNode line = line("plan").put("run", plan.run().id());
        line.set("subjects", JSON.valueToTree(plan.facts()));
        line.set("steps", JSON.valueToTree(plan.steps().stream().map(Step::id).toList()));
        line.set("remarks", JSON.valueToTree(plan.remarks()));
        write(line);
    }

    /** Records a request and its response. */
    public void exchange(Exchange exchange) {
        ObjectNode line = line("exchange").put("method", exchange.method()).put("address", exchange.address());
        line.set("request", mask.mask(exchange.request()));
        line.put("status", exchange.status());
        line.set("response", mask.mask(exchange.response()));
        line.put("millis", exchange.took().toMillis());
        // The support of a service needs its own id of the request, which identifies no account.
        append(masked(line).put("id", exchange.id()));
    }

    /** Returns a listener that records steps and passes them on. */
    public StepListener following(StepListener other) {
        return new StepListener() {
            @Override
            public void making(Step step) {
                step("begin", step);
                other.making(step);
            }

            @Override
            public void made(Step step) {
                step("done", step);
                other.made(step);
            }

            @Override
            public void kept(Step step) {
                step("kept", step);
                other.kept(step);
            }

            @Override
            public void removing(Step step) {
                step("remove", step);
                other.removing(step);
            }

            @Override
            public void takingBack(Run run) {
                write(line("roll back").put("run", run.id()));
                other.takingBack(run);
            }

            @Override
            public void leaving(Run run) {
                write(line("keep").put("run", run.id()));
                other.leaving(run);
            }
        };
    }

    private void step(String event, Step step) {
        write(line(event).put("step", step.id()).put("what", step.summary()));
    }

    private ObjectNode line(String event) {
        return JSON.createObjectNode().put("at", clock.wallTime().toString()).put("event", event);
    }

    private void write(ObjectNode line) {
        append(masked(line));
    }

    private ObjectNode masked(ObjectNode line) {
        JsonNode masked = mask.mask(line);
        return (ObjectNode) masked;
    }

    private synchronized void append(ObjectNode line) {
        try {
            Files.writeString(file, line + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }
}
