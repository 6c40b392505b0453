package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dbharness.provisioning.ProvisioningPlan;
import io.dbharness.provisioning.catalogue.Catalogue;
import io.dbharness.provisioning.spi.Cost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prices of the public list, from a server on the loopback that answers as the list does. */
final class RetailPricesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String FILE = """
            name: probe
            subjects:
              v1:
                provider: azure
                vm: Standard_D8s_v5
                tier: P15
              v2:
                provider: azure
                vm: Standard_D8s_v5
                tier: PremiumV2_LRS
                size: 100GiB
                iops: 4000
                bandwidth: 135MB/s
              sql:
                provider: azure
                database: S1
                password: env:NONE
            azure:
              region: westus2
              zone: 1
              allow-from: 203.0.113.7
            """;

    @TempDir
    Path state;

    private final List<String> filters = new CopyOnWriteArrayList<>();
    private final List<ObjectNode> rows = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        row("Virtual Machines", "Virtual Machines Dsv5 Series", "D8s v5", "D8s v5", "1 Hour", 0.384)
                .put("armSkuName", "Standard_D8s_v5");
        row("Virtual Machines", "Virtual Machines Dsv5 Series Windows", "D8s v5", "D8s v5", "1 Hour", 0.752)
                .put("armSkuName", "Standard_D8s_v5");
        row("Virtual Machines", "Virtual Machines Dsv5 Series", "D8s v5 Spot", "D8s v5 Spot", "1 Hour", 0.9)
                .put("armSkuName", "Standard_D8s_v5");
        row("Storage", "Premium SSD Managed Disks", "P15 LRS", "P15 LRS Disk", "1/Month", 38.01);
        row("Storage", "Premium SSD Managed Disks", "P6 LRS", "P6 LRS Disk", "1/Month", 7.3);
        String v2 = "Azure Premium SSD v2";
        row("Storage", v2, "Premium LRS", "Premium LRS Provisioned Capacity", "1 GiB/Hour", 0.0001);
        row("Storage", v2, "Premium LRS", "Premium LRS Provisioned IOPS", "1/Hour", 0.0);
        row("Storage", v2, "Premium LRS", "Premium LRS Provisioned IOPS", "1/Hour", 0.000007);
        row("Storage", v2, "Premium LRS", "Premium LRS Provisioned Throughput (MBps)", "1/Hour", 0.00006);
        String address = "Standard IPv4 Static Public IP";
        row("Virtual Network", "IP Addresses", "Standard", address, "1 Hour", 0.005);
        row("SQL Database", "SQL Database Single Standard", "S1", "S1 DTUs", "1/Day", 0.96);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/prices", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private ObjectNode row(String service, String product, String sku, String meter, String unit, double price) {
        ObjectNode row = JSON.createObjectNode()
                .put("serviceName", service)
                .put("productName", product)
                .put("skuName", sku)
                .put("meterName", meter)
                .put("unitOfMeasure", unit)
                .put("retailPrice", price)
                .put("type", "Consumption");
        rows.add(row);
        return row;
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/prices");
    }

    /** Two rows a page, and the rows of all things that share a service, as a wider filter would give them. */
    private void answer(HttpExchange exchange) throws IOException {
        Map<String, String> query = FakeAnswers.query(exchange.getRequestURI());
        String filter = query.getOrDefault("$filter", "");
        int from = Integer.parseInt(query.getOrDefault("from", "0"));
        List<ObjectNode> fit = rows.stream()
                .filter(row -> filter.contains("'" + row.path("serviceName").asText() + "'")
                        || filter.contains("'" + row.path("productName").asText() + "'"))
                .toList();
        filters.add(filter);
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode items = answer.putArray("Items");
        fit.stream().skip(from).limit(2).forEach(items::add);
        if (from + 2 < fit.size()) {
            answer.put(
                    "NextPageLink", address() + "?" + exchange.getRequestURI().getRawQuery() + "&from=" + (from + 2));
        } else {
            answer.putNull("NextPageLink");
        }
        FakeAnswers.answer(exchange, 200, answer);
        exchange.close();
    }

    private ProvisioningPlan plan(URI prices, String source) {
        Cloud cloud = new Cloud("http://127.0.0.1:9", state, prices);
        return cloud.provisioning().plan(Cloud.file(FILE).withPrices(source));
    }

    @Test
    void eachThingHasItsPriceOfAnHourInItsRegionWithoutWindowsAndSpot() {
        Cost cost = plan(address(), RetailPrices.WORD).costs().get(0);

        assertThat(cost.unknown()).containsExactly("traffic (azure.traffic says how much)");
        assertThat(cost.items().stream()
                        .filter(item -> item.each().isPresent())
                        .map(item -> item.subject() + " " + item.what() + " x" + item.quantity() + " "
                                + item.each().orElseThrow().stripTrailingZeros().toPlainString()))
                .containsExactly(
                        "v1 public address x1 0.005",
                        "v1 P15 x1 0.05206849315068493",
                        "v1 Standard_D8s_v5 x1 0.384",
                        "v1 P6 x1 0.01",
                        "v2 public address x1 0.005",
                        "v2 PremiumV2_LRS GiB x100 0.0001",
                        "v2 PremiumV2_LRS IOPS x1000 0.000007",
                        "v2 PremiumV2_LRS MB/s x10 0.00006",
                        "v2 Standard_D8s_v5 x1 0.384",
                        "v2 P6 x1 0.01",
                        "sql Azure SQL S1 x1 0.04");
        assertThat(filters).allMatch(filter -> filter.contains("armRegionName eq 'westus2'"));
        assertThat(filters).anyMatch(filter -> filter.contains("armSkuName eq 'Standard_D8s_v5'"));
    }

    @Test
    void aListThatDoesNotAnswerLeavesThePricesUnknownAndSaysSo() throws IOException {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }

        ProvisioningPlan plan = plan(URI.create("http://127.0.0.1:" + port + "/prices"), RetailPrices.WORD);

        assertThat(plan.steps()).isNotEmpty();
        assertThat(plan.costs().get(0).unknown()).contains("Standard_D8s_v5", "P15");
        assertThat(plan.remarks())
                .anyMatch(remark -> remark.startsWith("prices are unknown, because the retail price list did not"))
                .anyMatch(remark -> remark.startsWith("its price is unknown"));
    }

    @Test
    void aListThatKeepsSilentIsGivenUpAfterItsTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            URI address = URI.create("http://127.0.0.1:" + silent.getLocalPort() + "/prices");
            RetailPrices prices = new RetailPrices(address, Duration.ofMillis(200), Catalogue.load(), exchange -> {});

            assertThatThrownBy(() -> prices.of(List.of("P15", "P30"), "westus2", LocalDate.EPOCH))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("timed out");
        }
    }

    @Test
    void aListThatAnswersWithAnErrorIsSilent() {
        server.createContext("/broken", exchange -> FakeAnswers.answer(exchange, 503, FakeAnswers.error("Busy")));
        URI address = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/broken");

        assertThat(plan(address, RetailPrices.WORD).remarks())
                .anyMatch(remark -> remark.contains("answered with status 503"));
    }
}
