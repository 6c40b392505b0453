package io.dbharness.run;

import io.dbharness.model.FileWork;
import io.dbharness.model.HarnessException;
import io.dbharness.request.Catalog;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.TargetSpec;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Starts servers and keeps them for reuse until all are stopped. Any thread may stop them. */
final class Servers implements AutoCloseable {

    /** The options for starting a server, in addition to its address and data directory. */
    private static final Set<String> STARTED_WITH = Set.of("nodes", "cgroup", "log-dir");

    /** Prefix of a setting of the server among the options for starting it. */
    private static final String SETTING = "setting.";

    private record Started(RunningServer server, int sessions) {}

    private final Catalog catalog;
    private final RunListener listener;
    private final Map<TargetSpec, Started> running = new LinkedHashMap<>();
    private boolean closed;

    Servers(Catalog catalog, RunListener listener) {
        this.catalog = catalog;
        this.listener = listener;
    }

    /**
     * Returns the server of an address and starts it if necessary; empty if the address needs no start.
     *
     * @param settings settings of the server itself, name to value; a server with other settings on the same data directory is stopped
     *                 first
     * @param sessions number of sessions open at once
     * @throws HarnessException if the server is running and was started for fewer sessions
     */
    Optional<RunningServer> of(TargetSpec spec, Map<String, String> settings, int sessions) {
        Optional<ServerProvider> provider = catalog.server(spec.url());
        if (provider.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> options = new HashMap<>(spec.options());
        options.keySet().retainAll(STARTED_WITH);
        settings.forEach((name, value) -> options.put(SETTING + name, value));
        TargetSpec asked = new TargetSpec(spec.url(), Optional.empty(), Optional.empty(), spec.dataDir(), options);
        synchronized (this) {
            Started found = running.get(asked);
            if (found != null && found.sessions() < sessions) {
                throw new HarnessException(spec.url() + " runs and was started for " + found.sessions()
                        + " connections, not " + sessions
                        + "; begin with the run that needs most, or use another harness for it");
            }
            if (found != null) {
                return Optional.of(found.server());
            }
        }
        stopOthersOn(asked);
        listener.step("starting " + spec.url());
        options.put("connections", Integer.toString(sessions));
        RunningServer server = provider.get()
                .start(new TargetSpec(asked.url(), asked.user(), asked.password(), asked.dataDir(), options));
        synchronized (this) {
            if (closed) {
                server.close();
                throw new HarnessException("closed while " + spec.url() + " was starting");
            }
            running.put(asked, new Started(server, sessions));
        }
        return Optional.of(server);
    }

    /** Stops the server that holds the data directory of another one. */
    private void stopOthersOn(TargetSpec asked) {
        List<Started> others;
        synchronized (this) {
            List<TargetSpec> same = asked.dataDir().isEmpty()
                    ? List.of()
                    : running.keySet().stream()
                            .filter(other -> other.dataDir().equals(asked.dataDir()))
                            .toList();
            others = same.stream().map(running::remove).toList();
        }
        others.forEach(started -> started.server().close());
    }

    /** Returns the client address of the server, with the requested session options. */
    static TargetSpec client(RunningServer server, TargetSpec asked) {
        Map<String, String> options = new HashMap<>(asked.options());
        FileWork.run("read the free space of " + server.dataDirectory(), () -> {
            FileStore disk = Files.getFileStore(server.dataDirectory());
            options.put("usableBytes", Long.toString(disk.getUsableSpace()));
            options.put("diskBytes", Long.toString(disk.getTotalSpace()));
        });
        TargetSpec address = server.address();
        return new TargetSpec(
                address.url(), address.user(), address.password(), Optional.of(server.dataDirectory()), options);
    }

    @Override
    public void close() {
        List<Started> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(running.values());
            running.clear();
        }
        all.forEach(started -> started.server().close());
    }
}
