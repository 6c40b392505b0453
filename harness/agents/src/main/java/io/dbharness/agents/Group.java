package io.dbharness.agents;

import io.dbharness.model.HarnessException;
import io.dbharness.request.Addresses;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.util.TLS;
import org.jgroups.util.TLSClientAuth;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This process's membership in a group of agents. Thread-safe; listeners are called on threads of the group. */
final class Group implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Group.class);
    private static final String NAME = "dbharness-agents";
    private static final String STACK = "stack.xml";
    private static final int FIRST_WAITS = 3;

    private final JChannel channel;
    private final boolean joinsOthers;
    private final AtomicInteger timesAlone = new AtomicInteger();

    /** Listener for messages and changes of the group. */
    interface Events {

        /** Called for each message. */
        void received(Address from, Message message, ByteBuffer bytes);

        /** Called with all members after a member has joined or left. */
        void members(List<Address> all);
    }

    private Group(JChannel channel, boolean joinsOthers) {
        this.channel = channel;
        this.joinsOthers = joinsOthers;
    }

    /**
     * Joins the group, or founds it.
     *
     * @param name how the others call this process; {@code HOST:PORT} of its binding if empty
     * @throws HarnessException when nothing can be bound there
     */
    static Group join(String bind, List<String> join, AgentKey key, Optional<String> name, Events events) {
        refuseObjects();
        try {
            JChannel channel = new JChannel(stack(bind));
            TCP transport = channel.getProtocolStack().findProtocol(TCP.class);
            transport.tls(new TLS()
                    .enabled(true)
                    .setProtocols(new String[] {"TLSv1.3"})
                    .setClientAuth(TLSClientAuth.NEED));
            transport.setSocketFactory(transport.tls().createSocketFactory(key.context()));
            transport.tls().enabled(false);
            TCPPING discovery = channel.getProtocolStack().findProtocol(TCPPING.class);
            List<InetSocketAddress> hosts = resolved(join);
            discovery.setInitialHosts(hosts);
            channel.name(name.orElse(bind));
            channel.setDiscardOwnMessages(true);
            channel.setReceiver(new Incoming(channel, events));
            channel.connect(NAME);
            return new Group(channel, !isFirst(bind, hosts));
        } catch (HarnessException e) {
            throw e;
        } catch (Exception e) {
            throw new HarnessException("cannot join the agents from " + bind + ": " + cause(e), e);
        }
    }

    /** Returns true if the address is the first of the addresses to join, in alphabetical order. */
    private static boolean isFirst(String bind, List<InetSocketAddress> hosts) throws UnknownHostException {
        InetSocketAddress own =
                new InetSocketAddress(InetAddress.getByName(Addresses.host(bind)), Addresses.port(bind));
        return hosts.stream()
                .min(Comparator.comparing(host -> host.getAddress().getHostAddress() + ':' + host.getPort()))
                .filter(own::equals)
                .isPresent();
    }

    /** Returns the message of the innermost cause, which names the fault. */
    private static String cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return String.valueOf(cause.getMessage());
    }

    private static InputStream stack(String bind) throws IOException {
        try (InputStream in = Group.class.getResourceAsStream(STACK)) {
            if (in == null) {
                throw new IllegalStateException("no " + STACK);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("${dbharness.bind.host}", Addresses.host(bind))
                    .replace("${dbharness.bind.port}", Integer.toString(port(bind)));
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Returns a free port: discovery by list needs a known one. */
    private static int port(String bind) throws IOException {
        int asked = Addresses.port(bind);
        if (asked != 0) {
            return asked;
        }
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(Addresses.host(bind)))) {
            return free.getLocalPort();
        }
    }

    /** Returns all addresses of each host, so that one DNS name can list all agents. */
    private static List<InetSocketAddress> resolved(List<String> join) {
        List<InetSocketAddress> all = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (String address : join) {
            try {
                for (InetAddress host : InetAddress.getAllByName(Addresses.host(address))) {
                    all.add(new InetSocketAddress(host, Addresses.port(address)));
                }
            } catch (UnknownHostException e) {
                unknown.add(address);
            }
        }
        if (!unknown.isEmpty()) {
            throw new HarnessException("no such host: " + String.join(", ", unknown));
        }
        return all;
    }

    /** Nothing that JGroups reads is made an object of: messages here are bytes, and others are refused. Once for the process. */
    private static void refuseObjects() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            StackWalker walker = StackWalker.getInstance();
            Function<java.util.stream.Stream<StackWalker.StackFrame>, Boolean> fromGroup =
                    frames -> frames.anyMatch(frame -> frame.getClassName().startsWith("org.jgroups."));
            ObjectInputFilter.Config.setSerialFilter(info ->
                    walker.walk(fromGroup) ? ObjectInputFilter.Status.REJECTED : ObjectInputFilter.Status.UNDECIDED);
        }
    }

    /** Returns the address of this process. */
    Address self() {
        return channel.getAddress();
    }

    /** The members as this process sees them now. */
    List<Address> members() {
        View view = channel.getView();
        return view == null ? List.of() : view.getMembers();
    }

    /**
     * Joins again if this process is alone. The group would merge two groups on its own too, but that takes many exchanges within short
     * limits, which a busy machine may miss for minutes. The first of the addresses to join does so at every third call only, because the
     * others look for it there.
     */
    void joinAgainIfAlone() {
        if (members().size() > 1) {
            timesAlone.set(0);
        } else if (timesAlone.incrementAndGet() % (joinsOthers ? 1 : FIRST_WAITS) == 0) {
            channel.disconnect();
            try {
                channel.connect(NAME);
            } catch (Exception e) {
                if (channel.isClosed()) {
                    return; // By another thread: this process leaves.
                }
                throw new HarnessException("cannot join the agents again: " + cause(e), e);
            }
        }
    }

    /** Sends without bytes. */
    void send(Address to, Message message) {
        send(to, message, Wire.NO_BYTES);
    }

    /** Sends to one member. A message to a member that has left is lost; the listener is called for its leaving. */
    void send(Address to, Message message, ByteBuffer bytes) {
        try {
            channel.send(new BytesMessage(to, Wire.encode(message, bytes)));
        } catch (HarnessException e) {
            throw e;
        } catch (Exception e) {
            LOG.debug("{} was not sent to {}", message.getClass().getSimpleName(), to, e);
        }
    }

    /** Sends to all members but this one. */
    void tell(Message message) {
        members().stream().filter(member -> !member.equals(self())).forEach(member -> send(member, message));
    }

    @Override
    public void close() {
        channel.close();
    }

    /** Takes messages apart; one that cannot be read is logged with its sender and dropped. */
    private record Incoming(JChannel channel, Events events) implements Receiver {

        @Override
        public void receive(org.jgroups.Message message) {
            Address from = message.getSrc();
            if (!(message instanceof BytesMessage)) {
                LOG.warn("refused a message from {}: it is not made of bytes", from);
                return;
            }
            try {
                Wire.Frame frame = Wire.decode(message.getArray(), message.getOffset(), message.getLength());
                events.received(from, frame.message(), frame.bytes());
            } catch (HarnessException e) {
                LOG.warn("refused a message from {}: {}", from, e.getMessage());
            }
        }

        @Override
        public void viewAccepted(View view) {
            events.members(view.getMembers());
        }
    }
}
