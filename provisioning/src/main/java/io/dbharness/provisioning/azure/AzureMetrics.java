package io.dbharness.provisioning.azure;

import com.azure.core.management.exception.ManagementException;
import io.dbharness.run.CloudMetrics;
import io.dbharness.sut.ServerProbe;
import io.dbharness.time.RunClock;
import java.io.IOException;
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
        return () -> new MonitorProbe(resources, asking(() -> AzureClient.login()), clock);
    }

    static MonitorProbe.Asking asking(Supplier<AzureClient> login) {
        Once<AzureClient> client = new Once<>(login);
        return path -> AzureFailure.telling("ask for metrics", () -> {
            try {
                return client.get().get(path);
            } catch (ManagementException e) {
                // What helps with machines does not help here.
                throw new IOException(e.getMessage());
            }
        });
    }

    /** Something that is made when it is first asked for, and then kept. One thread. */
    static final class Once<T> {

        private final Supplier<T> maker;
        private @Nullable T made;

        Once(Supplier<T> maker) {
            this.maker = maker;
        }

        T get() {
            T kept = made;
            if (kept == null) {
                kept = maker.get();
                made = kept;
            }
            return kept;
        }
    }
}
