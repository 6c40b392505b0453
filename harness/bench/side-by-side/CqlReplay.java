import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A proxy between CQL clients and a real node that answers measured requests itself. It keeps and repeats the first answer to each prepared
 * INSERT, and to each prepared SELECT of values without their WRITETIME. So a client can be measured without a server that uses most of the
 * machine. Only the first row is written, so checks of the data must fail; never measure a server through it.
 *
 * <p>{@code java CqlReplay.java PORT NODE_HOST NODE_PORT}. Speaks version 4 of the protocol only; clients that ask for a newer one are
 * refused and fall back to it.
 */
public final class CqlReplay {

    private static final int HEADER = 9;
    private static final int ERROR = 0x00;
    private static final int RESULT = 0x08;
    private static final int PREPARE = 0x09;
    private static final int EXECUTE = 0x0A;
    private static final int VERSION = 4;

    /** Answers to measured prepared statements, by the statement id of the server; {@code NOT_YET} until the first answer. */
    private static final Map<ByteBuffer, byte[]> KEPT = new ConcurrentHashMap<>();

    private static final byte[] NOT_YET = new byte[0];

    private CqlReplay() {}

    public static void main(String[] arguments) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(Integer.parseInt(arguments[0]), 50, loopback)) {
            while (true) {
                Socket client = server.accept();
                new Link(client, new Socket(arguments[1], Integer.parseInt(arguments[2]))).start();
            }
        }
    }

    private static final class Link {

        private final Socket client;
        private final Socket node;
        private final OutputStream toClient;
        private final Map<Integer, ByteBuffer> executing = new ConcurrentHashMap<>();
        private final Map<Integer, Boolean> preparing = new ConcurrentHashMap<>();

        Link(Socket client, Socket node) throws IOException {
            this.client = client;
            this.node = node;
            client.setTcpNoDelay(true);
            node.setTcpNoDelay(true);
            this.toClient = client.getOutputStream();
        }

        void start() {
            run(this::requests);
            run(this::answers);
        }

        private void run(Loop loop) {
            Thread thread = new Thread(() -> {
                try (client;
                        node) {
                    loop.go();
                } catch (IOException e) {
                    // One side has closed; the other socket is closed, too.
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        private interface Loop {
            void go() throws IOException;
        }

        private void requests() throws IOException {
            InputStream in = client.getInputStream();
            byte[] bytes = new byte[1 << 20];
            ByteBuffer out = ByteBuffer.allocate(1 << 20);
            int filled = 0;
            while (true) {
                int read = in.read(bytes, filled, bytes.length - filled);
                if (read < 0) {
                    return;
                }
                filled += read;
                int at = 0;
                while (filled - at >= HEADER) {
                    int length = ByteBuffer.wrap(bytes, at + 5, 4).getInt();
                    if (filled - at < HEADER + length) {
                        break;
                    }
                    request(bytes, at, length, out);
                    at += HEADER + length;
                }
                System.arraycopy(bytes, at, bytes, 0, filled - at);
                filled -= at;
                flush(out);
            }
        }

        private void flush(ByteBuffer out) throws IOException {
            if (out.position() > 0) {
                synchronized (toClient) {
                    toClient.write(out.array(), 0, out.position());
                }
                out.clear();
            }
        }

        private void request(byte[] bytes, int at, int length, ByteBuffer out) throws IOException {
            int stream = ByteBuffer.wrap(bytes, at + 2, 2).getShort();
            if ((bytes[at] & 0x7F) != VERSION) {
                byte[] text = "Invalid or unsupported protocol version (5); supported versions are (3/v3, 4/v4)"
                        .getBytes(StandardCharsets.UTF_8);
                answer(out, stream, ERROR, ByteBuffer.allocate(6 + text.length).putInt(10).putShort((short) text.length).put(text).array());
                return;
            }
            int opcode = bytes[at + 4];
            if (opcode == EXECUTE) {
                ByteBuffer id = shortBytes(ByteBuffer.wrap(bytes, at + HEADER, length));
                byte[] kept = KEPT.get(id);
                if (kept != null && kept.length > 0) {
                    answer(out, stream, RESULT, kept);
                    return;
                }
                if (kept != null) {
                    executing.put(stream, id);
                }
            } else if (opcode == PREPARE) {
                int textLength = ByteBuffer.wrap(bytes, at + HEADER, 4).getInt();
                String text = new String(bytes, at + HEADER + 4, textLength, StandardCharsets.UTF_8);
                if (text.startsWith("INSERT INTO") && text.contains("c0") || text.startsWith("SELECT c0") && !text.contains("WRITETIME")) {
                    preparing.put(stream, true);
                }
            }
            flush(out);
            node.getOutputStream().write(bytes, at, HEADER + length);
        }

        private void answer(ByteBuffer out, int stream, int opcode, byte[] body) throws IOException {
            if (out.remaining() < HEADER + body.length) {
                flush(out);
            }
            out.put((byte) (0x80 | VERSION)).put((byte) 0).putShort((short) stream).put((byte) opcode).putInt(body.length).put(body);
        }

        private void answers() throws IOException {
            DataInputStream in = new DataInputStream(node.getInputStream());
            while (true) {
                byte[] header = in.readNBytes(HEADER);
                if (header.length < HEADER) {
                    return;
                }
                ByteBuffer parsed = ByteBuffer.wrap(header);
                byte[] body = in.readNBytes(parsed.getInt(5));
                int stream = parsed.getShort(2);
                if (parsed.get(4) == RESULT) {
                    learn(stream, parsed.get(1), body);
                }
                byte[] frame = ByteBuffer.allocate(HEADER + body.length).put(header).put(body).array();
                synchronized (toClient) {
                    toClient.write(frame);
                }
            }
        }

        private void learn(int stream, int flags, byte[] body) {
            ByteBuffer id = executing.remove(stream);
            if (id != null && flags == 0) {
                KEPT.put(id, body);
            }
            if (preparing.remove(stream) != null) {
                ByteBuffer parsed = ByteBuffer.wrap(body);
                parsed.getInt();
                KEPT.putIfAbsent(shortBytes(parsed), NOT_YET);
            }
        }

        private static ByteBuffer shortBytes(ByteBuffer from) {
            byte[] bytes = new byte[from.getShort() & 0xFFFF];
            from.get(bytes);
            return ByteBuffer.wrap(bytes);
        }
    }
}
