package io.dbharness.embedded.cassandra;

import io.dbharness.embedded.EmbeddedServer.LastProcess;
import io.dbharness.embedded.FreePorts;
import io.dbharness.embedded.RunAs;
import io.dbharness.embedded.ServerHome;
import io.dbharness.embedded.WatchedProcess;
import io.dbharness.model.HarnessException;
import io.dbharness.time.Polling;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts all nodes at once from their written files, and waits until each one answers and sees the others. Not thread-safe: one thread.
 *
 * @param home            directory of the data
 * @param nodes           all of the ring
 * @param group           the control group of all nodes
 * @param cqlPort         port for clients
 * @param managerPassword JMX password, used to ask a node for its view of the ring
 * @param polling         how to wait
 */
record CassandraRing(
        ServerHome home,
        List<CassandraNode> nodes,
        Optional<Path> group,
        int cqlPort,
        String managerPassword,
        Polling polling) {

    private static final Logger LOG = LoggerFactory.getLogger(CassandraRing.class);
    /**
     * A start takes ten seconds of processor time per node on an idle machine. It takes many times that on a busy machine or with a long
     * commit log.
     */
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    /** A shutdown in progress ends by flushing all memtables. */
    private static final Duration PREDECESSOR_LIMIT = Duration.ofSeconds(90);

    /** A frame of the native protocol: version 4, no flags, stream 0, OPTIONS, empty. Any server answers it before a login. */
    private static final byte[] OPTIONS = {4, 0, 0, 0, 5, 0, 0, 0, 0};
    /** Version 4, from a server. */
    private static final int RESPONSE = 0x84;

    /** Waits for the shutdown of nodes that an earlier harness left behind. Throws if one keeps running. */
    static void awaitPredecessor(ServerHome home, Polling polling) throws IOException, InterruptedException {
        for (ProcessHandle predecessor : CassandraNode.running(home.data())) {
            LOG.info("Waiting for process {} to leave {}", predecessor.pid(), home.data());
            if (!polling.until(PREDECESSOR_LIMIT, () -> !predecessor.isAlive())) {
                throw new HarnessException("a Cassandra node (process " + predecessor.pid() + ") already runs on "
                        + home.data() + "; stop it (kill " + predecessor.pid() + ") or choose another --data-dir");
            }
        }
    }

    /** Returns the processes, in the order of the nodes. Throws with the last log lines of a node that does not start. */
    List<WatchedProcess> start() throws IOException, InterruptedException {
        return start(nodes);
    }

    /** Returns a handle to restart the last node. */
    LastProcess lastAgain() {
        CassandraNode node = nodes.get(nodes.size() - 1);
        return new LastProcess() {
            @Override
            public Optional<ProcessHandle> handle() throws IOException {
                return CassandraNode.runningIn(node.directory());
            }

            @Override
            public WatchedProcess startAgain() throws IOException, InterruptedException {
                return start(List.of(node)).get(0);
            }
        };
    }

    private List<WatchedProcess> start(List<CassandraNode> begun) throws IOException, InterruptedException {
        List<WatchedProcess> processes = new ArrayList<>();
        boolean ready = false;
        try {
            for (CassandraNode node : begun) {
                processes.add(WatchedProcess.start(order(node), polling));
            }
            boolean waited = polling.until(START_LIMIT, () -> hasDied(processes) || isComplete());
            if (!waited || hasDied(processes)) {
                throw new HarnessException(failure(begun, processes));
            }
            ready = true;
            return processes;
        } finally {
            if (!ready) {
                WatchedProcess.giveUp(processes);
            }
        }
    }

    private WatchedProcess.Order order(CassandraNode node) {
        // Temporary data are deleted in any case, so the server need not flush them first.
        String signal = home.isScratch() ? "KILL" : "TERM";
        String scratch = home.isScratch() ? home.root().toString() : "";
        return new WatchedProcess.Order(
                node.command(),
                RunAs.self().within(group),
                signal,
                scratch,
                node.output().file());
    }

    private static boolean hasDied(List<WatchedProcess> processes) {
        return processes.stream().anyMatch(process -> !process.isAlive());
    }

    private boolean isComplete() {
        return nodes.stream().allMatch(this::answers)
                && (nodes.size() == 1 || nodes.stream().allMatch(node -> liveNodes(node) == nodes.size()));
    }

    // Describes the node that died, or otherwise one that is not ready.
    private String failure(List<CassandraNode> begun, List<WatchedProcess> processes) throws IOException {
        int number = 0;
        while (number < begun.size() - 1
                && (hasDied(processes) ? processes.get(number).isAlive() : answers(begun.get(number)))) {
            number++;
        }
        CassandraNode node = begun.get(number);
        String problem =
                hasDied(processes) ? "did not start" : "was not ready within " + START_LIMIT.toSeconds() + " s";
        return "Cassandra (node " + (nodes.indexOf(node) + 1) + " of " + nodes.size() + ") " + problem
                + "; its last lines:" + System.lineSeparator() + node.crashMessage();
    }

    private boolean answers(CassandraNode node) {
        return FreePorts.answer(node.address(), cqlPort, OPTIONS) == RESPONSE;
    }

    /** Returns how many nodes this one sees alive, including itself; 0 while it does not answer. */
    // JMX looks up its connector by JNDI; the registry belongs to our own node on this machine.
    @SuppressWarnings("BanJNDI")
    private int liveNodes(CassandraNode node) {
        try {
            JMXServiceURL url =
                    new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + node.jmxPort() + "/jmxrmi");
            Map<String, ?> environment =
                    Map.of(JMXConnector.CREDENTIALS, new String[] {NodeFiles.MANAGER, managerPassword});
            try (JMXConnector connector = JMXConnectorFactory.connect(url, environment)) {
                Object live = connector
                        .getMBeanServerConnection()
                        .getAttribute(new ObjectName("org.apache.cassandra.db:type=StorageService"), "LiveNodes");
                return live instanceof Collection<?> nodes ? nodes.size() : 0;
            }
        } catch (IOException | JMException e) {
            LOG.debug("{} cannot be asked about its ring yet", node.directory(), e);
            return 0;
        }
    }
}
