package io.dbharness.provisioning.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The part of Azure's Resource Manager that this module uses: resources with their references, operations that take several polls, tags,
 * SKUs, quotas, and faults on demand. Listens on the loopback; stops after the test that has registered it.
 */
final class FakeResourceManager implements AfterEachCallback {

    static final String SUBSCRIPTION = "11111111-2222-3333-4444-555555555555";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern GROUP = Pattern.compile("/subscriptions/[^/]+/resourcegroups/([^/]+)");
    private static final Pattern RESOURCE = Pattern.compile("/subscriptions/[^/]+/resourcegroups/([^/]+)/providers/.+");
    private static final Pattern TAG = Pattern.compile("tagname eq '([^']+)'(?: and tagvalue eq '([^']+)')?");
    private static final int POLLS = 2;

    static {
        // Without it each answer waits for the client's delayed acknowledgement of its head, 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final Map<String, ObjectNode> resources = new TreeMap<>();
    private final Map<String, Operation> operations = new TreeMap<>();
    private final List<Asked> requests = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final List<InjectedResponse> faults = new ArrayList<>();
    private final FakeCompute compute = new FakeCompute();
    private final FakeMetrics metrics = new FakeMetrics();
    private final CountDownLatch hanging = new CountDownLatch(1);
    private Predicate<Asked> hangs = request -> false;
    private Optional<Slow> slow = Optional.empty();

    /**
     * A long-running operation.
     *
     * @param failure error code; empty if it succeeds
     * @param polls   number of polls left until its end
     * @param due     earliest end, on the slow clock
     * @param end     effect of its end
     */
    private record Operation(String failure, AtomicInteger polls, long due, Runnable end) {}

    private record Slow(Duration machine, RunClock clock) {}

    FakeResourceManager() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        server.start();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    synchronized void add(InjectedResponse fault) {
        faults.add(fault);
    }

    synchronized List<Asked> requests() {
        return List.copyOf(requests);
    }

    synchronized List<Asked> requests(String method, String part) {
        return requests.stream().filter(request -> request.is(method, part)).toList();
    }

    /** Returns the ids of all resources, in lower case. */
    synchronized List<String> ids() {
        return List.copyOf(resources.keySet());
    }

    synchronized Optional<ObjectNode> resource(String idPart) {
        return resources.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(idPart.toLowerCase(Locale.ROOT)))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Executes the matching request but does not respond to it until {@link #letGo}. */
    synchronized void hangAt(Predicate<Asked> where) {
        hangs = where;
    }

    void awaitHanging() throws InterruptedException {
        if (!hanging.await(60, TimeUnit.SECONDS)) {
            throw new AssertionError("no such request came");
        }
    }

    synchronized void letGo() {
        hangs = request -> false;
    }

    /** Makes each machine take this time, by that clock, from its request on. */
    synchronized void machinesTake(Duration length, RunClock clock) {
        slow = Optional.of(new Slow(length, clock));
    }

    /** Adds a resource that no request has made. */
    synchronized void put(String id, String body) throws IOException {
        resources.put(id.toLowerCase(Locale.ROOT), (ObjectNode) JSON.readTree(body));
    }

    FakeMetrics metrics() {
        return metrics;
    }

    synchronized FakeCompute compute() {
        return compute;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        server.stop(0);
        executor.shutdownNow();
        // Whatever a test is about: each body is as Azure describes it.
        assertThat(problems).isEmpty();
    }

    private synchronized void handle(HttpExchange exchange) throws IOException {
        URI uri = exchange.getRequestURI();
        byte[] bytes = exchange.getRequestBody().readAllBytes();
        Asked request = new Asked(
                exchange.getRequestMethod(),
                uri.getPath(),
                FakeAnswers.query(uri),
                bytes.length == 0 ? JSON.nullNode() : JSON.readTree(bytes));
        requests.add(request);
        if (request.method().equals("PUT")) {
            FakeSchemas.ALL.problems(request).forEach(problem -> problems.add(request.path() + ": " + problem));
        }
        if (hangs.test(request)) {
            store(request);
            hanging.countDown();
            return;
        }
        Optional<InjectedResponse> fault =
                faults.stream().filter(one -> one.strikes(request)).findFirst();
        try (exchange) {
            if (fault.isPresent() && fault.get().kind() != InjectedResponse.Kind.OPERATION) {
                FakeAnswers.fault(exchange, fault.get());
            } else {
                route(exchange, request, fault.map(InjectedResponse::code).orElse(""));
            }
        }
    }

    private void route(HttpExchange exchange, Asked request, String failure) throws IOException {
        String path = request.path().toLowerCase(Locale.ROOT);
        Matcher group = GROUP.matcher(path);
        if (path.startsWith("/operations/")) {
            poll(exchange, path);
        } else if (path.endsWith("/providers/microsoft.compute/skus")) {
            FakeAnswers.answer(exchange, 200, compute.skus());
        } else if (path.endsWith("/providers/microsoft.insights/metrics")) {
            FakeAnswers.answer(exchange, 200, metrics.answer(request.query()));
        } else if (path.endsWith("/usages")) {
            FakeAnswers.answer(exchange, 200, compute.offers().usages());
        } else if (path.endsWith("/instanceview")) {
            FakeAnswers.answer(exchange, 200, compute.power(path));
        } else if (path.endsWith("/start")) {
            compute.start(path);
            FakeAnswers.answer(exchange, 200, JSON.createObjectNode());
        } else if (path.contains("/publishers/")) {
            Optional<JsonNode> image = compute.offers().answer(path);
            FakeAnswers.answer(exchange, image.isPresent() ? 200 : 404, image.orElse(FakeAnswers.error("NotFound")));
        } else if (path.endsWith("/resources")) {
            FakeAnswers.answer(
                    exchange,
                    200,
                    held(
                            path.substring(0, path.length() - "resources".length()),
                            request.query().getOrDefault("$filter", "")));
        } else if (path.endsWith("/resourcegroups")) {
            FakeAnswers.answer(exchange, 200, groups(request.query().getOrDefault("$filter", "")));
        } else if (group.matches()) {
            group(exchange, request, path);
        } else if (RESOURCE.matcher(path).matches()) {
            resource(exchange, request, failure);
        } else {
            FakeAnswers.answer(exchange, 404, FakeAnswers.error("InvalidResourcePath"));
        }
    }

    private void poll(HttpExchange exchange, String path) throws IOException {
        Operation operation = operations.get(path);
        if (operation == null) {
            FakeAnswers.answer(exchange, 404, FakeAnswers.error("OperationNotFound"));
            return;
        }
        boolean due = slow.filter(one -> one.clock.now() < operation.due).isEmpty();
        boolean done = operation.polls.decrementAndGet() <= 0 && due;
        ObjectNode body = JSON.createObjectNode();
        if (done && !operation.failure.isEmpty()) {
            body.put("status", "Failed");
            body.set("error", FakeAnswers.error(operation.failure).get("error"));
        } else {
            if (done) {
                operation.end.run();
            }
            body.put("status", done ? "Succeeded" : "InProgress");
        }
        // Deletions of groups are polled at a Location: 202 until they are done.
        FakeAnswers.answer(exchange, path.startsWith("/operations/location") && !done ? 202 : 200, body);
    }

    private void group(HttpExchange exchange, Asked request, String path) throws IOException {
        ObjectNode known = resources.get(path);
        switch (request.method()) {
            case "PUT" -> {
                ObjectNode body = (ObjectNode) request.body();
                body.put("id", request.path());
                body.put("name", request.name());
                body.putObject("properties").put("provisioningState", "Succeeded");
                resources.put(path, body);
                FakeAnswers.answer(exchange, known == null ? 201 : 200, body);
            }
            case "DELETE" -> {
                if (known == null) {
                    FakeAnswers.answer(exchange, 404, FakeAnswers.error("ResourceGroupNotFound"));
                } else {
                    begin(
                            exchange,
                            "location",
                            "",
                            () -> resources.keySet().removeIf(id -> id.startsWith(path + "/") || id.equals(path)));
                    FakeAnswers.answer(exchange, 202, null);
                }
            }
            case "HEAD" -> FakeAnswers.answer(exchange, known == null ? 404 : 204, null);
            default ->
                FakeAnswers.answer(
                        exchange,
                        known == null ? 404 : 200,
                        known == null ? FakeAnswers.error("ResourceGroupNotFound") : known);
        }
    }

    private void resource(HttpExchange exchange, Asked request, String failure) throws IOException {
        String id = request.path().toLowerCase(Locale.ROOT);
        Matcher matcher = RESOURCE.matcher(id);
        String group = matcher.matches() ? id.substring(0, id.indexOf("/providers/")) : "";
        ObjectNode known = resources.get(id);
        if (!resources.containsKey(group)) {
            FakeAnswers.answer(exchange, 404, FakeAnswers.error("ResourceGroupNotFound"));
        } else if (request.method().equals("PUT")) {
            create(exchange, request, failure);
        } else if (known == null) {
            FakeAnswers.answer(
                    exchange, request.method().equals("DELETE") ? 204 : 404, FakeAnswers.error("ResourceNotFound"));
        } else if (request.method().equals("DELETE")) {
            delete(exchange, id);
        } else {
            FakeAnswers.answer(exchange, 200, known);
        }
    }

    private void create(HttpExchange exchange, Asked request, String failure) throws IOException {
        String id = request.path().toLowerCase(Locale.ROOT);
        Optional<String> refused = new FakeRules(compute.offers()).refusal(id, request.body(), resources);
        if (refused.isPresent()) {
            FakeAnswers.answer(exchange, 409, FakeAnswers.error(refused.get()));
            return;
        }
        boolean isNew = !resources.containsKey(id);
        ObjectNode body = store(request);
        ObjectNode properties = (ObjectNode) body.get("properties");
        begin(exchange, "async", failure, () -> properties.put("provisioningState", "Succeeded"));
        // Disks answer 200 or 202 only; all other kinds 201 for what is new.
        FakeAnswers.answer(exchange, id.contains("/disks/") ? 202 : isNew ? 201 : 200, body);
    }

    private ObjectNode store(Asked request) {
        String id = request.path().toLowerCase(Locale.ROOT);
        ObjectNode body = request.body().deepCopy();
        body.put("id", request.path());
        body.put("name", request.name());
        compute.complete(id, body, resources);
        ((ObjectNode) body.get("properties")).put("provisioningState", "Updating");
        resources.put(id, body);
        return body;
    }

    private void delete(HttpExchange exchange, String id) throws IOException {
        if (compute.inUse(id, resources)) {
            FakeAnswers.answer(exchange, 409, FakeAnswers.error("OperationNotAllowed"));
            return;
        }
        begin(exchange, "location", "", () -> {
            if (id.contains("/virtualmachines/")) {
                compute.alsoGone(id, resources);
            }
            resources.remove(id);
        });
        FakeAnswers.answer(exchange, 202, null);
    }

    private void begin(HttpExchange exchange, String kind, String failure, Runnable end) {
        String path = "/operations/" + kind + operations.size();
        long due = slow.filter(one -> kind.equals("async")
                        && exchange.getRequestURI().getPath().matches(".*/virtualMachines/[^/]+"))
                .map(one -> one.clock.now() + one.machine.toNanos())
                .orElse(Long.MIN_VALUE);
        operations.put(path, new Operation(failure, new AtomicInteger(POLLS), due, end));
        exchange.getResponseHeaders()
                .add(kind.equals("async") ? "Azure-AsyncOperation" : "Location", endpoint() + path);
    }

    private ObjectNode groups(String filter) {
        ArrayNode value = JSON.createArrayNode();
        Matcher tag = TAG.matcher(filter.toLowerCase(Locale.ROOT));
        boolean all = !tag.find();
        resources.forEach((id, body) -> {
            if (GROUP.matcher(id).matches() && (all || tagged(body, tag.group(1), tag.group(2)))) {
                value.add(body);
            }
        });
        ObjectNode answer = JSON.createObjectNode();
        answer.set("value", value);
        return answer;
    }

    private ObjectNode held(String prefix, String filter) {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode value = answer.putArray("value");
        Matcher tag = TAG.matcher(filter.toLowerCase(Locale.ROOT));
        boolean all = !tag.find();
        resources.forEach((id, body) -> {
            boolean resource = id.startsWith(prefix) && RESOURCE.matcher(id).matches();
            if (resource && (all || tagged(body, tag.group(1), tag.group(2)))) {
                value.add(body);
            }
        });
        return answer;
    }

    private static boolean tagged(ObjectNode body, String name, String value) {
        JsonNode tag = body.path("tags").path(name);
        return tag.isTextual() && (value == null || tag.asText().equalsIgnoreCase(value));
    }
}
