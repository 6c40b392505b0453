package io.dbharness.provisioning.azure;

import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.util.Context;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbharness.provisioning.azure.monitor.MonitorProbe;
import io.dbharness.target.ServerProbe;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** What Azure Monitor records of resources, asked with the login of this machine. One thread. */
public final class AzureMonitor implements MonitorProbe.Asking {

    private static final int OK = 200;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Once<AzureClients.Wire> wire;

    AzureMonitor(Supplier<AzureClients.Wire> login) {
        this.wire = new Once<>(login);
    }

    /**
     * A probe that tells it when a run is over. Nobody is asked, and no login looked for, before.
     *
     * @param resources ids of machines and databases
     */
    public static ServerProbe probe(List<String> resources, RunClock clock) {
        return new MonitorProbe(resources, new AzureMonitor(() -> AzureLogin.wire()), clock);
    }

    @Override
    public JsonNode get(String path) throws InterruptedException {
        return AzureFailure.telling("ask for metrics", () -> {
            AzureClients.Wire open = wire.get();
            String address = open.environment().getResourceManagerEndpoint().replaceAll("/+$", "");
            return get(open.pipeline(), address + path);
        });
    }

    private static JsonNode get(HttpPipeline pipeline, String address) throws IOException {
        try (HttpResponse answer = pipeline.sendSync(new HttpRequest(HttpMethod.GET, address), Context.NONE)) {
            String body = answer.getBodyAsBinaryData().toString();
            if (answer.getStatusCode() != OK) {
                throw new IOException("status " + answer.getStatusCode() + ": " + body);
            }
            return JSON.readTree(body);
        }
    }
}
