package io.dbharness.testkit.shared;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real ssh server on a free loopback port, with its own keys; its sessions begin in a directory of the test. */
public final class SshServer implements AutoCloseable {

    private static final Path SSHD = Path.of("/usr/sbin/sshd");
    private static final Path PRIVILEGES = Path.of("/run/sshd");
    private static final List<Path> SFTP =
            List.of(Path.of("/usr/lib/openssh/sftp-server"), Path.of("/usr/libexec/openssh/sftp-server"));

    private final Process process;
    private final int port;
    private final Path directory;

    private SshServer(Process process, int port, Path directory) {
        this.process = process;
        this.port = port;
        this.directory = directory;
    }

    /** Returns true if this machine has the ssh programs. */
    public static boolean isInstalled() {
        return Files.isExecutable(SSHD) && SFTP.stream().anyMatch(Files::isExecutable);
    }

    /**
     * Starts a server.
     *
     * @param directory of its keys
     * @param home      where sessions begin
     */
    public static SshServer start(Path directory, Path home) throws IOException, InterruptedException {
        keygen(directory.resolve("host"));
        keygen(directory.resolve("key"));
        if ("root".equals(System.getProperty("user.name"))) {
            Files.createDirectories(PRIVILEGES);
        }
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path sftp = SFTP.stream().filter(Files::isExecutable).findFirst().orElseThrow();
        // The default key exchange of newer clients costs them a tenth of a second of processor time.
        Path configuration = Files.writeString(directory.resolve("sshd_config"), """
                ListenAddress 127.0.0.1:%d
                HostKey %s
                AuthorizedKeysFile %s
                PidFile none
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                KexAlgorithms curve25519-sha256
                Subsystem sftp %s
                SetEnv PATH=%s:%s/bin:/usr/bin:/bin HOME=%s
                ForceCommand cd '%s' && exec sh -c "$SSH_ORIGINAL_COMMAND"
                """.formatted(
                        port,
                        directory.resolve("host"),
                        directory.resolve("key.pub"),
                        sftp,
                        ShortLivedJava.in(directory).resolve("bin"),
                        System.getProperty("java.home"),
                        // Not the user's home: its shell start-up files print and take time.
                        home,
                        home));
        Process process = new ProcessBuilder(SSHD.toString(), "-D", "-e", "-f", configuration.toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        StringBuilder all = new StringBuilder();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            all.append(line).append('\n');
            if (line.contains("Server listening")) {
                return new SshServer(process, port, directory);
            }
        }
        throw new IllegalStateException("sshd did not start: " + all);
    }

    private static void keygen(Path file) throws IOException, InterruptedException {
        int code = new ProcessBuilder("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.toString())
                .start()
                .waitFor();
        if (code != 0) {
            throw new IllegalStateException("ssh-keygen ended with " + code);
        }
    }

    public int port() {
        return port;
    }

    /** Returns the file of the private key that the server accepts. */
    public Path key() {
        return directory.resolve("key");
    }

    @Override
    public void close() {
        process.destroy();
    }
}
