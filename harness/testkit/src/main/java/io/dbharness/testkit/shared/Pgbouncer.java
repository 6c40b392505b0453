package io.dbharness.testkit.shared;

import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.Polling;
import io.dbharness.time.SystemClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The machine's pgbouncer on a free loopback port, in front of a PostgreSQL. It logs in with the server's credentials for every client. */
public final class Pgbouncer implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");
    private static final Pattern ADDRESS = Pattern.compile("jdbc:postgresql://([^:/]+):(\\d+)/(\\w+)");
    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    private final Path folder;
    private final Process process;
    private final TargetSpec address;

    private Pgbouncer(Path folder, Process process, TargetSpec address) {
        this.folder = folder;
        this.process = process;
        this.address = address;
    }

    /** For {@code @EnabledIf}. */
    public static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    /**
     * Starts a pgbouncer.
     *
     * @param server address with credentials
     * @param mode   {@code session}, {@code transaction} or {@code statement}
     */
    public static Pgbouncer start(TargetSpec server, String mode) {
        Matcher parts = ADDRESS.matcher(server.url());
        if (!parts.find()) {
            throw new IllegalArgumentException(server.url());
        }
        try {
            Path folder = Files.createTempDirectory("dbharness-pgbouncer");
            int port;
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = free.getLocalPort();
            }
            Path settings = Files.writeString(
                    folder.resolve("pgbouncer.ini"),
                    String.join(
                            "\n",
                            "[databases]",
                            "* = host=" + parts.group(1) + " port=" + parts.group(2) + " user="
                                    + server.user().orElseThrow() + " password="
                                    + server.password().map(Secret::reveal).orElse(""),
                            "[pgbouncer]",
                            "listen_addr = 127.0.0.1",
                            "listen_port = " + port,
                            "unix_socket_dir =",
                            "auth_type = any",
                            "pool_mode = " + mode,
                            "default_pool_size = 8",
                            "ignore_startup_parameters = extra_float_digits",
                            ""));
            List<String> command = new ArrayList<>(List.of(PROGRAM.toString(), settings.toString()));
            if (System.getProperty("user.name").equals("root")) {
                // It refuses to run as root, and changes to this user once it has read its settings.
                command.addAll(1, List.of("-u", "nobody"));
            }
            Path log = folder.resolve("log");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean listens =
                    new Polling(new SystemClock()).until(START_LIMIT, () -> !process.isAlive() || listens(port));
            if (!listens || !process.isAlive()) {
                process.destroyForcibly();
                throw new IllegalStateException(Files.readString(log));
            }
            String url = "jdbc:postgresql://127.0.0.1:" + port + "/" + parts.group(3);
            return new Pgbouncer(
                    folder,
                    process,
                    new TargetSpec(url, server.user(), server.password(), server.dataDir(), server.options()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the address of the same database through the pooler. */
    public TargetSpec address() {
        return address;
    }

    @Override
    public void close() {
        try {
            process.destroyForcibly().waitFor();
            Files.deleteIfExists(folder.resolve("pgbouncer.ini"));
            Files.deleteIfExists(folder.resolve("log"));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
