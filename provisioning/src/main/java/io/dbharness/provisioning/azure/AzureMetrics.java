package io.dbharness.provisioning.azure;

import io.dbharness.run.CloudMetrics;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What Azure Monitor has recorded, beside a run. */
public final class AzureMetrics implements CloudMetrics {

    /** For {@link java.util.ServiceLoader}. */
    public AzureMetrics() {}

    /** Asks nothing of Azure, not even a login, before the run is over. */
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

    /** Something that is made when it is first asked for, and then kept. Thread-safe. */
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
