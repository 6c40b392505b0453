package io.dbharness.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A server that answers each request at once from prepared bytes and keeps no data, so that a run against it shows the limits of its
 * client. Listens on the loopback, one thread a connection. Arguments: {@code postgresql} or {@code cql}, and a port (0: a free one, which
 * is printed). Runs until it is killed.
 */
public final class InstantServer {

    private static final int BUFFER_BYTES = 32 * 1024;
    private static final int MOST_WAITING = 1_024;

    private static final Map<String, IntFunction<Conversation>> PROTOCOLS =
            Map.of("postgresql", PostgresConversation::new, "cql", number -> new CqlConversation());

    /** One connection's side of a protocol. For one thread. */
    @FunctionalInterface
    interface Conversation {

        /**
         * Answers one message.
         *
         * @param in  received bytes; its position is moved behind the message
         * @param out takes the answer
         * @return false if the message is not complete yet, with {@code in} unchanged
         */
        boolean answer(ByteBuffer in, ByteBuffer out);
    }

    private final IntFunction<Conversation> protocol;
    private final PrintStream log;

    private InstantServer(IntFunction<Conversation> protocol, PrintStream log) {
        this.protocol = protocol;
        this.log = log;
    }

    /** A command-line program, so it prints. */
    public static void main(String[] arguments) throws IOException {
        IntFunction<Conversation> protocol = PROTOCOLS.get(arguments.length == 2 ? arguments[0] : "");
        if (protocol == null) {
            throw new IllegalArgumentException("usage: InstantServer postgresql|cql PORT");
        }
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[1])),
                    MOST_WAITING);
            System.out.println(((InetSocketAddress) listener.getLocalAddress()).getPort());
            new InstantServer(protocol, System.out).accept(listener);
        }
    }

    private void accept(ServerSocketChannel listener) throws IOException {
        for (int number = 1; ; number++) {
            SocketChannel channel = listener.accept();
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Conversation conversation = protocol.apply(number);
            Thread thread = new Thread(() -> serve(channel, conversation), "connection-" + number);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void serve(SocketChannel channel, Conversation conversation) {
        ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
        ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
        try (channel) {
            while (channel.read(in) >= 0) {
                in.flip();
                while (conversation.answer(in, out)) {
                    // All that has come is answered together, as far as there is room for it.
                    if (out.position() > BUFFER_BYTES / 2) {
                        send(out, channel);
                    }
                }
                in.compact();
                send(out, channel);
            }
        } catch (IOException e) {
            log.println("a client has gone: " + e.getMessage());
        }
    }

    private static void send(ByteBuffer answers, SocketChannel channel) throws IOException {
        answers.flip();
        while (answers.hasRemaining()) {
            channel.write(answers);
        }
        answers.clear();
    }
}
