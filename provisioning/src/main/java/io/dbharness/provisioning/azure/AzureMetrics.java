package io.dbharness.provisioning.azure;

import io.dbharness.run.CloudMetrics;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Provides the Azure Monitor metrics of a run. */
public final class AzureMetrics implements CloudMetrics {

    /** Used by {@link java.util.ServiceLoader}. */
    public AzureMetrics() {}

    /** Sends no request to Azure, not even a login, before the run is over. */
    @Override
    public Supplier<ServerProbe> probe(List<String> resources, RunClock clock) {
        return () ->
                new MonitorProbe(resources, asking(() -> AzureClient.login(AzureCloud.ofThisMachine(), clock)), clock);
    }

    static MonitorProbe.Asking asking(Supplier<AzureClient> login) {
        Once<AzureClient> client = new Once<>(login);
        return path ->
                AzureFailure.telling("ask for metrics", () -> client.get().get(path));
    }

    /** A value that is computed on first use and then kept. Thread-safe. */
    static final class Once<T> {

        private final Supplier<T> maker;
        private @Nullable T made;

        Once(Supplier<T> maker) {
            this.maker = maker;
        }

        synchronized T get() {
            T kept = made;
            if (kept == null) {
                kept = maker.get();
                made = kept;
            }
            return kept;
        }
    }
}
