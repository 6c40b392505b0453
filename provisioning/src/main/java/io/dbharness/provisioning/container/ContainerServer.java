package io.dbharness.provisioning.container;

import io.dbharness.target.RunningServer;
import io.dbharness.target.TargetSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/**
 * A server in a container. Thread-safe.
 *
 * @param container it runs in
 * @param address   how to enter it
 */
record ContainerServer(GenericContainer<?> container, TargetSpec address) implements RunningServer {

    /** The directory of the daemon, when that is on this machine: there the container's data are. */
    @Override
    public Path dataDirectory() {
        String root = DockerClientFactory.lazyClient().infoCmd().exec().getDockerRootDir();
        Path directory = Path.of(root == null ? "/" : root);
        return Files.isDirectory(directory) ? directory : Path.of("/");
    }

    @Override
    public void close() {
        container.stop();
    }
}
