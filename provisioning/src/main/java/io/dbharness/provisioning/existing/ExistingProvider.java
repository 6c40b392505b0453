package io.dbharness.provisioning.existing;

import io.dbharness.model.HarnessException;
import io.dbharness.provisioning.file.ProvisioningFile.Subject;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Provider;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.provisioning.spi.Step;
import io.dbharness.provisioning.spi.Step.Presence;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.yaml.Fields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code provider: existing}: makes and removes nothing; returns the locations that the file names. */
public final class ExistingProvider implements Provider {

    private static final String DIRECTORY = "directory";
    private static final String TARGET = "target";
    private static final String USER = "user";
    private static final String PASSWORD = "password";
    private static final String CLIENT = "client";
    private static final String KEY = "client-key";

    private static final Pattern ADDRESS =
            Pattern.compile("([a-z_][\\w-]*)@([\\w.-]+|\\[[0-9A-Fa-f:]+])(?::(\\d{1,5}))?");

    @Override
    public String name() {
        return "existing";
    }

    @Override
    public Plan plan(Request request) {
        Map<String, Map<String, String>> facts = new LinkedHashMap<>();
        for (Subject subject : request.subjects()) {
            facts.put(subject.name(), facts(subject.fields()));
        }
        return new Plan(List.of(), facts, List.of(), Optional.empty(), Optional.empty());
    }

    private static Map<String, String> facts(Fields fields) {
        Map<String, String> facts = new LinkedHashMap<>();
        fields.text(DIRECTORY).ifPresent(directory -> {
            facts.put(DIRECTORY, directory);
            if (!Files.isDirectory(Path.of(directory))) {
                fields.problem(DIRECTORY, "must be an existing directory, not '" + directory + "'");
            }
        });
        Optional<String> target = fields.text(TARGET);
        if (target.filter(Secret::isIn).isPresent()) {
            fields.problem(
                    TARGET, "contains a password or credentials; remove them and use user and password: env:NAME");
        }
        target.ifPresent(url -> facts.put(TARGET, url));
        fields.text(USER);
        fields.text(PASSWORD)
                .filter(reference -> Secret.parse(reference).isEmpty())
                .ifPresent(
                        none -> fields.problem(PASSWORD, "must be env:NAME or file:PATH, never the password itself"));
        if (fields.has("volumes")) {
            fields.problem(
                    "volumes", "are made by the other providers; name the directory of each volume in a subject");
        }
        if (facts.isEmpty()) {
            fields.problem("needs its location: directory, target or both");
        }
        fields.text(ReadySubject.COLLECT);
        fields.text(KEY);
        if (fields.has(CLIENT) || fields.has(KEY)) {
            List<String> clients = fields.texts(CLIENT);
            facts.put(CLIENT, String.join(", ", clients));
            boolean sound = !clients.isEmpty()
                    && clients.stream()
                            .allMatch(client -> ADDRESS.matcher(client).matches());
            if (!sound || !fields.has(KEY)) {
                fields.problem(
                        CLIENT,
                        "must be USER@HOST or USER@HOST:PORT, or a list of these, with a client-key, the file of a private key");
            }
        }
        return facts;
    }

    @Override
    public Map<String, String> apply(Step step, Facts earlier) {
        throw unplanned(step);
    }

    @Override
    public void undo(Step step, Facts facts) {
        throw unplanned(step);
    }

    @Override
    public Presence presence(Step step, Facts facts) {
        throw unplanned(step);
    }

    private static HarnessException unplanned(Step step) {
        return new HarnessException("the ledger has a step " + step.id()
                + " that this version does not know; use the version of the harness that made it");
    }

    @Override
    public ReadySubject locate(Subject subject, Run run, Facts none) {
        Fields fields = subject.fields();
        Optional<TargetSpec> target = fields.text(TARGET)
                .map(url -> new TargetSpec(
                        url,
                        fields.text(USER),
                        fields.text(PASSWORD).flatMap(Secret::parse),
                        Optional.empty(),
                        Map.of()));
        Map<String, String> facts = fields.text(ReadySubject.COLLECT)
                .map(collect -> Map.of(ReadySubject.COLLECT, collect))
                .orElse(Map.of());
        return new ReadySubject(
                subject.name(),
                fields.text(DIRECTORY).map(Path::of),
                target,
                Optional.empty(),
                facts,
                Map.of(),
                clients(fields, run));
    }

    private static List<Access> clients(Fields fields, Run run) {
        Optional<Path> key = fields.text(KEY).map(Path::of);
        return fields.texts(CLIENT).stream()
                .map(ADDRESS::matcher)
                .filter(Matcher::matches)
                .flatMap(address -> key.map(file -> access(address, file, run)).stream())
                .toList();
    }

    private static Access access(Matcher address, Path key, Run run) {
        return new Access(
                address.group(2),
                address.group(3) == null ? Access.PORT : Integer.parseInt(address.group(3)),
                address.group(1),
                key,
                run.directory().resolve("known_hosts"));
    }
}
