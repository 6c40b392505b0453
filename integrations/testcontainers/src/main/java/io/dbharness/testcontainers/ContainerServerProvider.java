package io.dbharness.testcontainers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.dbharness.model.HarnessException;
import io.dbharness.model.Internal;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.model.UsageException;
import io.dbharness.sut.Fault;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.Secret;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.TargetSpec;
import io.dbharness.testcontainers.Product.Recipe;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;
import org.testcontainers.utility.DockerImageName;

/**
 * Starts a server for {@code container:IMAGE}, on a free port of the Docker host, with a password generated for this start. The container
 * ends with this process: if the process is killed, Testcontainers' own watcher removes the container. Thread-safe.
 *
 * <p>The image's name determines the product; {@code container:PRODUCT=IMAGE} names the product of any other image.
 */
@Internal
public final class ContainerServerProvider implements ServerProvider {

    private static final Logger LOG = LoggerFactory.getLogger(ContainerServerProvider.class);

    private static final String SCHEME = "container:";
    private static final String SETTING = "setting.";
    private static final String DEFAULT_CONNECTIONS = "100";

    /** Sessions beside those of the load: set-up, metrics, checks. */
    private static final int SPARE = 10;

    private static final int PASSWORD_BYTES = 16;
    /** SQL Server requires upper-case and lower-case letters as well as digits. */
    private static final String PASSWORD_START = "Aa0-";

    /** YugabyteDB and SQL Server take minutes on a small machine. */
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1");

    private final RandomGenerator secrets;

    /** Called by {@link java.util.ServiceLoader}. */
    public ContainerServerProvider() {
        this(new SecureRandom());
    }

    /** Creates a provider that draws passwords from {@code secrets}. */
    ContainerServerProvider(RandomGenerator secrets) {
        this.secrets = secrets;
    }

    @Override
    public List<String> forms() {
        return List.of(SCHEME + "IMAGE");
    }

    @Override
    public boolean accepts(String url) {
        return url.startsWith(SCHEME);
    }

    @Override
    public List<Fault.Kind> faults(String url) {
        return Image.of(url.substring(SCHEME.length())).product == Product.CASSANDRA
                ? List.of(Fault.Kind.STOP, Fault.Kind.RESTART)
                : List.of(Fault.Kind.values());
    }

    @Override
    public RunningServer start(TargetSpec spec) {
        Image image = Image.of(spec.url().substring(SCHEME.length()));
        if (spec.dataDir().isPresent()) {
            throw new UsageException(
                    List.of("a container keeps no data after its run; leave out --data-dir, or use an embedded"
                            + " server, which keeps its own"));
        }
        try (DockerClient client = DockerClientProviderStrategy.getClientForConfig(daemon(spec.url()))) {
            new Pull(client).require(image.name);
        } catch (IOException e) {
            LOG.debug("the connection to Docker was not closed", e);
        }
        byte[] drawn = new byte[PASSWORD_BYTES];
        secrets.nextBytes(drawn);
        String password = PASSWORD_START + HexFormat.of().formatHex(drawn);
        return start(image, recipe(image.product, spec, password), spec);
    }

    /** Returns the recipe for the connections and the settings of the specification. */
    static Recipe recipe(Product product, TargetSpec spec, String password) {
        String connections = spec.options().getOrDefault("connections", DEFAULT_CONNECTIONS);
        return product.recipe(Integer.parseInt(connections) + SPARE, password).with(settings(spec), product);
    }

    /** Returns the settings that the server is started with: the options {@code setting.NAME}, by name. */
    private static Map<String, String> settings(TargetSpec spec) {
        Map<String, String> settings = new TreeMap<>();
        spec.options().forEach((name, value) -> {
            if (name.startsWith(SETTING)) {
                settings.put(name.substring(SETTING.length()), value);
            }
        });
        return settings;
    }

    /** An image and its product. */
    private record Image(Product product, String name) {

        static Image of(String text) {
            int equals = text.indexOf('=');
            String name = text.substring(equals + 1);
            Optional<Product> product = equals < 0 ? Product.of(name) : Product.named(text.substring(0, equals));
            if (name.isEmpty() || product.isEmpty()) {
                throw new UsageException(List.of("--target " + SCHEME + text + " does not say what it is; write "
                        + SCHEME + "PRODUCT=IMAGE with a product of " + Product.words()));
            }
            return new Image(product.get(), name);
        }
    }

    private static TransportConfig daemon(String url) {
        try {
            return DockerClientFactory.instance().getTransportConfig();
        } catch (IllegalStateException e) {
            throw new TargetUnreachableException(
                    "no Docker daemon answers; start one, or set DOCKER_HOST, to use " + url, e);
        }
    }

    // Closed with the server, or here if the server does not start.
    @SuppressWarnings("resource")
    private static RunningServer start(Image image, Recipe recipe, TargetSpec spec) {
        requireLicence(image);
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image.name))
                .withExposedPorts(image.product.port())
                .withEnv(recipe.variables())
                .withCreateContainerCmdModifier(command -> stayHere(command, image.product.port()))
                .waitingFor(recipe.ready().strategy().withStartupTimeout(START_LIMIT));
        if (!recipe.command().isEmpty()) {
            container.withCommand(recipe.command().toArray(String[]::new));
        }
        try {
            container.start();
            prepare(container, recipe);
        } catch (ContainerLaunchException e) {
            HarnessException failure = failure(container, image, spec, e);
            container.stop();
            throw failure;
        } catch (HarnessException e) {
            container.stop();
            throw e;
        }
        String address = container.getHost() + ":" + container.getMappedPort(image.product.port());
        LOG.info("{} answers on {}", image.name, address);
        TargetSpec entered = new TargetSpec(
                recipe.url().replace(Recipe.ADDRESS, address),
                recipe.login().user(),
                recipe.login().password().map(Secret::of),
                Optional.empty(),
                spec.options());
        return new Server(container, entered);
    }

    /** Returns the failure of a start: wrong usage if the server's log names one of its settings as an error. */
    private static HarnessException failure(
            GenericContainer<?> container, Image image, TargetSpec spec, ContainerLaunchException e) {
        Set<String> names = settings(spec).keySet();
        Optional<String> refusal = names.isEmpty() || container.getContainerId() == null
                ? Optional.empty()
                : container
                        .getLogs()
                        .lines()
                        .filter(line -> line.matches(".*(FATAL|ERROR|unknown|invalid).*")
                                && names.stream().anyMatch(line::contains))
                        .findFirst();
        return refusal.<HarnessException>map(line -> new UsageException(
                        List.of("--server-setting is refused by the server of " + image.name + ": " + line.strip())))
                .orElseGet(() -> new HarnessException("cannot start " + image.name + ": " + rootCause(e), e));
    }

    /** Requires that the user has accepted the licence, because this program may not. */
    private static void requireLicence(Image image) {
        if (image.product == Product.SQLSERVER && !"Y".equals(System.getenv("ACCEPT_EULA"))) {
            throw new HarnessException("the image " + image.name
                    + " asks you to accept Microsoft's licence: read it, then set ACCEPT_EULA=Y in the environment");
        }
    }

    /**
     * Binds the port to loopback for a daemon on this machine; by default Docker publishes a port on every address. This method chooses the
     * port, because a port that Docker chooses changes after a restart.
     */
    private static void stayHere(CreateContainerCmd command, int port) {
        if (LOOPBACK.contains(DockerClientFactory.instance().dockerHostIpAddress())) {
            HostConfig host = Objects.requireNonNull(command.getHostConfig(), "host configuration");
            host.withPortBindings(
                    new PortBinding(Ports.Binding.bindIpAndPort("127.0.0.1", freePort()), new ExposedPort(port)));
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new HarnessException("this machine has no free port: " + e.getMessage(), e);
        }
    }

    private static void prepare(GenericContainer<?> container, Recipe recipe) {
        if (recipe.then().isEmpty()) {
            return;
        }
        try {
            ExecResult result =
                    container.execInContainer("bash", "-c", recipe.then().get());
            if (result.getExitCode() != 0) {
                throw new HarnessException(
                        "the server started, but cannot be set up: " + result.getStdout() + result.getStderr());
            }
        } catch (IOException e) {
            throw new HarnessException("the server started, but cannot be set up: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while the server was being set up", e);
        }
    }

    /** Returns the message of the root cause, which Testcontainers wraps several times. */
    private static String rootCause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    /**
     * A server in a container. Thread-safe.
     *
     * @param container of the server
     * @param address   how to connect
     */
    record Server(GenericContainer<?> container, TargetSpec address) implements RunningServer {

        /** Returns the daemon's directory, which holds the container's data, if the daemon runs on this machine. */
        @Override
        public Path dataDirectory() {
            String root = DockerClientFactory.lazyClient().infoCmd().exec().getDockerRootDir();
            Path directory = Path.of(root == null ? "/" : root);
            return Files.isDirectory(directory) ? directory : Path.of("/");
        }

        @Override
        public void injectFault(Fault fault) throws IOException, InterruptedException {
            DockerClient docker = DockerClientFactory.lazyClient();
            String id = container.getContainerId();
            try {
                if (fault.kind() == Fault.Kind.STOP) {
                    RunClock clock = new SystemClock();
                    docker.pauseContainerCmd(id).exec();
                    try {
                        clock.sleepUntil(clock.now() + fault.length().toNanos());
                    } finally {
                        docker.unpauseContainerCmd(id).exec();
                    }
                } else if (LOOPBACK.contains(DockerClientFactory.instance().dockerHostIpAddress())) {
                    docker.killContainerCmd(id).exec();
                    docker.waitContainerCmd(id).start().awaitStatusCode();
                    docker.startContainerCmd(id).exec();
                } else {
                    throw new IOException("a container on another machine has another port after a restart");
                }
            } catch (DockerException | DockerClientException e) {
                throw new IOException(e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            container.stop();
        }
    }
}
