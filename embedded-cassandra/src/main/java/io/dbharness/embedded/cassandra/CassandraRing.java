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
 * Starts the nodes, whose files are written, all at once and waits until each answers and sees the others. One thread.
 *
 * @param home       where the data are
 * @param nodes      all of the ring
 * @param group      the control group that all of them run in
 * @param cqlPort    where they answer
 * @param managerPassword to ask them by JMX what they think of their ring
 * @param polling   how to wait
 */
record CassandraRing(
        ServerHome home,
        List<CassandraNode> nodes,
        Optional<Path> group,
        int cqlPort,
        String managerPassword,
        Polling polling) {

    private static final Logger LOG = LoggerFactory.getLogger(CassandraRing.class);
    /** Ten seconds of processor time a node on a quiet machine; a busy one needs many times that, as does a long commit log. */
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    /** A shutdown that has begun ends with writing all of the tables that are in memory. */
    private static final Duration PREDECESSOR_LIMIT = Duration.ofSeconds(90);

    /** A frame of the native protocol: version 4, no flags, stream 0, OPTIONS, empty. Any server answers it before a login. */
    private static final byte[] OPTIONS = {4, 0, 0, 0, 5, 0, 0, 0, 0};
    /** Version 4, from a server. */
    private static final int RESPONSE = 0x84;

    /** Waits for nodes that an earlier harness left in their shutdown. Throws when one runs on and on. */
    static void awaitPredecessor(ServerHome home, Polling polling) throws IOException, InterruptedException {
        for (ProcessHandle predecessor : CassandraNode.running(home.data())) {
            LOG.info("Waiting for process {} to leave {}", predecessor.pid(), home.data());
            if (!polling.until(PREDECESSOR_LIMIT, () -> !predecessor.isAlive())) {
                throw new HarnessException("a Cassandra node (process " + predecessor.pid() + ") already runs on "
                        + home.data() + "; stop it (kill " + predecessor.pid() + ") or choose another --data-dir");
            }
        }
    }

    /** The processes, in the order of the nodes. Throws with a node's last words when it does not come up. */
    List<WatchedProcess> start() throws IOException, InterruptedException {
        return start(nodes);
    }

    /** The last node, to be started again. */
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
        // Temporary data are deleted anyway, so the server need not write them out first.
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

    // Of the node that died, or else of one that is not ready.
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
                + "; its last lines:" + System.lineSeparator() + node.lastWords();
    }

    private boolean answers(CassandraNode node) {
        return FreePorts.answer(node.address(), cqlPort, OPTIONS) == RESPONSE;
    }

    /** How many nodes this one sees alive, itself included; 0 while it does not answer. */
    // JMX looks its connector up by JNDI; the registry is our own node's, on this machine.
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
