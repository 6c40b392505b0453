package io.dbharness.provisioning.remote;

import io.dbharness.model.HarnessException;
import io.dbharness.model.Resources;
import io.dbharness.provisioning.spi.ReadySubject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs an agent on each client for the duration of one command. An agent lives as long as the input of its ssh session is open, so it ends
 * with this process even if this process is killed. It deletes its copies of key and password when it ends. Not thread-safe.
 */
final class ClientAgents implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClientAgents.class);

    /** Time for Java to start and for the agent to join the others. */
    private static final Duration START = Duration.ofSeconds(60);

    /** Time for an agent to write its remaining data. */
    private static final Duration END = Duration.ofSeconds(30);

    /** Text that an agent prints once it is ready. */
    private static final String WAITS = "waits for work";

    /** Number of fields in {@code SSH_CONNECTION}: addresses and ports of both ends. */
    private static final int CONNECTION = 4;

    /** Prefix of an answer line; the start-up files of a user's shell may print other lines. */
    private static final String ANSWER = "dbharness-answer ";

    private final List<RemoteMachine> machines;
    private final String run;
    private final List<String> hosts = new ArrayList<>();
    private final List<Session> sessions = new ArrayList<>();

    /**
     * Creates an instance without running agents.
     *
     * @param machines the first machine also runs the coordinator
     * @param run      prefix of the agents' directories
     */
    ClientAgents(List<RemoteMachine> machines, String run) {
        this.machines = List.copyOf(machines);
        this.run = run;
    }

    /** Starts all agents and waits until they are ready. */
    void start(ReadySubject ready) throws IOException, InterruptedException {
        hosts.addAll(RemoteMachine.each(machines, ClientAgents::address));
        List<String> secrets = new ArrayList<>(List.of(key(machines.get(0))));
        Optional<byte[]> text = RemoteHarness.password(ready);
        text.ifPresent(bytes -> secrets.add(Base64.getEncoder().encodeToString(bytes)));
        String password = text.isPresent() ? RemoteHarness.passwordFile(ready).toString() : "";
        for (int i = 0; i < machines.size(); i++) {
            String command = script(
                    "agent.sh",
                    List.of(directory(i), password, "--bind", agent(i), "--join", join(), "--out", "results"));
            Session session = new Session(name(i), machines.get(i).hold(command));
            sessions.add(session);
            session.begin(secrets);
            if (i >= RemoteMachine.AT_ONCE) {
                sessions.get(i - RemoteMachine.AT_ONCE).awaitStart();
            }
        }
        for (Session session : sessions) {
            session.awaitStart();
        }
    }

    /** Returns the name of a machine in messages. */
    private String name(int machine) {
        return "client" + (machine == 0 ? "" : "-" + (machine + 1)) + " ("
                + machines.get(machine).access().host() + ")";
    }

    private String directory(int machine) {
        return "agents/" + run + "-" + (machine + 1);
    }

    /** Returns the address of an agent. The ports differ, because several clients may be one host. */
    private String agent(int machine) {
        return hosts.get(machine) + ":" + (RemoteHarness.AGENTS_PORT + 1 + machine);
    }

    private String join() {
        return IntStream.range(0, machines.size()).mapToObj(this::agent).collect(Collectors.joining(","));
    }

    /**
     * Returns the options with which a command on the first machine uses these agents.
     *
     * @param counted true if the command already has the option {@code --agents}
     */
    List<String> words(boolean counted) {
        List<String> words = new ArrayList<>();
        if (!counted) {
            words.addAll(List.of("--agents", String.valueOf(machines.size())));
        }
        words.addAll(List.of("--bind", hosts.get(0) + ":" + RemoteHarness.AGENTS_PORT));
        words.addAll(List.of("--join", join(), "--key", "file:" + directory(0) + "/key.p12"));
        return words;
    }

    /** Returns the output of the agents that have ended before they were stopped. */
    List<String> ended() {
        return sessions.stream()
                .filter(session -> !session.ssh.isAlive())
                .map(session -> session.failure("has ended during the run"))
                .toList();
    }

    /** Creates the key of one run, in base64; the machine that creates it does not keep it. */
    private String key(RemoteMachine machine) throws IOException, InterruptedException {
        List<String> said = new ArrayList<>();
        int code = machine.run(
                script("key.sh", List.of("agents/" + run + ".p12")), InputStream.nullInputStream(), said::add);
        // The start-up files of a user's shell may print lines before the key.
        String key = said.isEmpty() ? "" : said.get(said.size() - 1);
        if (code != 0 || !key.matches("[A-Za-z0-9+/]+=*")) {
            throw new HarnessException("cannot create the key of the agents on " + name(0) + ", exit code " + code
                    + (code == 0 ? "" : ": " + String.join(System.lineSeparator(), said)));
        }
        return key;
    }

    private static String script(String name, List<String> arguments) {
        return "cd " + RemoteHarness.HOME + " && sh -c "
                + RemoteMachine.quoted(Resources.text(ClientAgents.class, name)) + " " + name + " "
                + arguments.stream().map(RemoteMachine::quoted).collect(Collectors.joining(" "));
    }

    /**
     * Returns the address at which the other clients reach a machine: the address of its ssh connection if that is private, otherwise the
     * source address of its route to other networks if that is private. The address of a container bridge is never taken.
     */
    private static String address(RemoteMachine machine) throws IOException, InterruptedException {
        String said = machine.require(
                "echo " + ANSWER
                        + "$SSH_CONNECTION; ip -o route get 192.0.2.1 2>/dev/null | sed -n 's/.* src \\([0-9.]*\\).*/"
                        + ANSWER + "\\1/p'",
                InputStream.nullInputStream());
        List<String> lines = said.lines()
                .filter(line -> line.startsWith(ANSWER))
                .map(line -> line.substring(ANSWER.length()))
                .toList();
        String[] connection = lines.isEmpty() ? new String[0] : lines.get(0).split(" ", -1);
        if (connection.length != CONNECTION) {
            throw new HarnessException(machine.access().host() + " did not report its address but '" + said + "'");
        }
        String reached = connection[CONNECTION - 2];
        String best = Stream.concat(Stream.of(reached), lines.stream().skip(1))
                .filter(ClientAgents::isPrivate)
                .findFirst()
                .orElse(reached);
        return best.contains(":") ? "[" + best + "]" : best;
    }

    private static boolean isPrivate(String address) {
        try {
            return address.matches("[0-9.]+") && InetAddress.getByName(address).isSiteLocalAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Stops all agents. */
    @Override
    public void close() {
        sessions.forEach(Session::leave);
        sessions.forEach(Session::awaitEnd);
    }

    /** The ssh session of one agent with its last lines of output, which a separate thread reads. */
    private static final class Session {

        private static final int MOST_LINES = 20;

        private final String machine;
        private final Process ssh;
        private final Deque<String> said = new ArrayDeque<>();
        private final CompletableFuture<Boolean> there = new CompletableFuture<>();

        Session(String machine, Process ssh) {
            this.machine = machine;
            this.ssh = ssh;
        }

        /** Sends the secrets to the agent; the input stays open. */
        void begin(List<String> secrets) {
            Thread listener = new Thread(this::listen, "dbharness-agent-lines");
            listener.setDaemon(true);
            listener.start();
            try {
                OutputStream input = ssh.getOutputStream();
                input.write((String.join("\n", secrets) + "\n").getBytes(StandardCharsets.US_ASCII));
                input.flush();
            } catch (IOException e) {
                // The agent prints the reason itself.
                LOG.debug("the session of {} has ended already", machine, e);
            }
        }

        private void listen() {
            try (BufferedReader lines = ssh.inputReader(StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    heard(line);
                    if (line.contains(WAITS)) {
                        there.complete(true);
                    }
                }
            } catch (IOException e) {
                heard("the rest of its output is lost: " + e.getMessage());
            } finally {
                there.complete(false);
            }
        }

        private synchronized void heard(String line) {
            said.addLast(line);
            if (said.size() > MOST_LINES) {
                said.removeFirst();
            }
        }

        synchronized String failure(String what) {
            return Stream.concat(Stream.of("the agent on " + machine + " " + what), said.stream())
                    .collect(Collectors.joining(System.lineSeparator() + machine + ": "));
        }

        void awaitStart() throws InterruptedException {
            try {
                if (!there.get(START.toSeconds(), TimeUnit.SECONDS)) {
                    throw new HarnessException(failure("has ended at its start"));
                }
            } catch (TimeoutException e) {
                throw new HarnessException(failure("was not ready within " + START.toSeconds() + " s"), e);
            } catch (ExecutionException e) {
                throw new IllegalStateException("listening never fails", e);
            }
        }

        void leave() {
            try {
                ssh.getOutputStream().close();
            } catch (IOException e) {
                LOG.debug("the session of {} has ended already", machine, e);
            }
        }

        void awaitEnd() {
            try {
                if (!ssh.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                    LOG.warn("the agent on {} has not ended within {} s", machine, END.toSeconds());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                ssh.destroy();
            }
        }
    }
}
