package io.dbharness.provisioning.azure;

import io.dbharness.provisioning.azure.AzureSubject.Machines;
import io.dbharness.provisioning.azure.AzureSubject.Software;
import io.dbharness.provisioning.azure.AzureSubject.Volume;
import io.dbharness.provisioning.software.DatabaseSoftware.FirstStart;
import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.ReadySubject;
import io.dbharness.provisioning.spi.ReadySubject.Access;
import io.dbharness.provisioning.spi.Run;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Locates a subject from the facts of its steps. */
record AzureLocator(AzureSubject subject, Run run, Facts facts) {

    ReadySubject locate() {
        Map<String, String> said = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(List.of(subject.name()));
        subject.machines().ifPresent(machines -> names.addAll(machines.names(subject.name())));
        facts.byStep().forEach((step, told) -> {
            if (names.stream().anyMatch(name -> step.startsWith(name + "/"))) {
                told.forEach((name, value) -> said.put(step + "." + name, value));
            }
        });
        software()
                .ifPresent(software -> said.put(
                        ReadySubject.COLLECT,
                        "prometheus="
                                + addresses().stream()
                                        .map(address -> "http://" + address + ":" + FirstStart.EXPORTER_PORT)
                                        .collect(Collectors.joining(","))
                                + (volumes().isEmpty()
                                        ? ""
                                        : "#" + String.join("+", volumes().keySet()))));
        facts.all(AzureArguments.CHECK_STEP).forEach((name, value) -> {
            String prefix = subject.name() + ".";
            // The parts of a fact, such as those of an image, are for request bodies only.
            if (name.startsWith(prefix) && name.indexOf('.', prefix.length()) < 0) {
                said.put(AzureArguments.CHECK_STEP + "." + name.substring(prefix.length()), value);
            }
        });
        monitored().ifPresent(ids -> said.put(ReadySubject.AZURE, ids));
        return new ReadySubject(
                subject.name(),
                Optional.empty(),
                installed().or(this::database).or(this::file),
                Optional.empty(),
                said,
                volumes(),
                clients());
    }

    private Optional<String> monitored() {
        if (subject.database().isPresent()) {
            boolean whole = subject.database().get().postgresql();
            return facts.of(subject.name() + (whole ? "/server" : "/database"), AzureArguments.ID);
        }
        return subject.machines()
                .map(machines -> machines.names(subject.name()).stream()
                        .flatMap(node -> facts.of(node + "/machine", AzureArguments.ID).stream())
                        .collect(Collectors.joining(",")));
    }

    private Optional<Software> software() {
        return subject.machines().flatMap(Machines::software);
    }

    private List<String> addresses() {
        return AzureSoftware.addresses(subject.machines().orElseThrow().names(subject.name()), facts);
    }

    private Optional<TargetSpec> installed() {
        return software().map(software -> {
            TargetSpec target = TargetSpec.of(software.kind().url(addresses()));
            Optional<Secret> password = Secret.parse("file:" + StepPlanner.passwordFile(run, subject.name()));
            return software.kind()
                    .user()
                    .flatMap(user -> password.map(secret -> target.withCredentials(user, secret)))
                    .orElse(target);
        });
    }

    private Optional<TargetSpec> database() {
        return facts.of(subject.name() + "/server", AzureArguments.HOST)
                .flatMap(host -> subject.database().map(database -> database.target(host, subject.name())));
    }

    /** Returns the file target of a machine whose disk itself is measured, on its data or on its first volume. */
    private Optional<TargetSpec> file() {
        return subject.machines()
                .filter(Machines::alone)
                .map(machines -> machines.volumes().stream()
                        .filter(volume -> volume.name().equals(Volume.DATA))
                        .findFirst()
                        .orElseGet(() -> machines.volumes().get(0)))
                .map(volume -> TargetSpec.of("file:" + volume.mount() + "/probe.dat"));
    }

    /** Returns the mount points of several volumes. */
    private Map<String, Path> volumes() {
        Map<String, Path> mounts = new LinkedHashMap<>();
        subject.machines()
                .filter(machines -> machines.volumes().size() > 1)
                .ifPresent(machines ->
                        machines.volumes().forEach(volume -> mounts.put(volume.name(), Path.of(volume.mount()))));
        return mounts;
    }

    private boolean alone() {
        return subject.machines().filter(Machines::alone).isPresent();
    }

    /** Returns the clients. A machine whose disk is measured is its own client; the other subjects share the clients of the file. */
    private List<Access> clients() {
        return alone()
                ? access(run, facts, subject.name()).stream().toList()
                : IntStream.iterate(1, number -> number + 1)
                        .mapToObj(number -> access(run, facts, AzureArguments.client(number)))
                        .takeWhile(Optional::isPresent)
                        .flatMap(Optional::stream)
                        .toList();
    }

    /**
     * Returns the ssh access of a machine: its public address; without one, its private address, through the client machine if there is
     * one.
     */
    static Optional<Access> access(Run run, Facts facts, String machine) {
        Optional<String> outside = facts.of(machine + "/address", AzureArguments.IP_ADDRESS);
        Optional<Access> through = outside.isPresent() || machine.equals(AzureArguments.CLIENT)
                ? Optional.empty()
                : access(run, facts, AzureArguments.CLIENT);
        return outside.or(() -> facts.of(machine + "/interface", AzureArguments.PRIVATE_ADDRESS))
                .map(host -> new Access(
                        host,
                        Access.PORT,
                        AzureBody.USER,
                        Path.of(facts.text(AzureArguments.KEY_STEP, AzureArguments.KEY_FILE)),
                        run.directory().resolve("known_hosts"),
                        through));
    }
}
