package io.dbharness.jdbc.dialect.sqlserver;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * As much of SQL Server's protocol as bulk copies and calls of the real driver need: it knows tables by their columns, and keeps what the
 * driver says and sends.
 */
final class TdsServer implements AutoCloseable {

    private static final int BATCH = 1;
    private static final int REQUEST = 3;
    private static final int BULK = 7;
    private static final int LOGIN = 16;
    private static final int PRELOGIN = 18;

    /** What the driver calls by number. */
    private static final Map<Integer, String> PROCEDURES =
            Map.of(10, "sp_executesql", 11, "sp_prepare", 12, "sp_execute", 13, "sp_prepexec", 15, "sp_unprepare");

    private static final int BY_NUMBER = 0xFFFF;
    private static final int HANDLE = 1;

    private static final int HEADER = 8;
    private static final byte[] NO_ENCRYPTION = {0, 0, 11, 0, 6, 1, 0, 17, 0, 1, -1, 15, 0, 0, 0, 0, 0, 2};
    private static final byte[] COLLATION = {(byte) 0xE3, 8, 0, 7, 5, 9, 4, (byte) 0xD0, 0, 0x34, 0};

    private static final Pattern ALL_OF = Pattern.compile("FMTONLY ON SELECT \\* FROM \\[(\\w+)]");
    private static final Pattern SOME_OF = Pattern.compile("SELECT TOP \\(0\\) (.*) FROM \\[(\\w+)]");
    private static final Pattern COMPUTED = Pattern.compile("select collation_name.*OBJECT_ID\\('\\[(\\w+)]'\\)");
    private static final Pattern INSERT_BULK = Pattern.compile("(?i)insert bulk (.*)");

    private final Map<String, List<TdsColumn>> tables;
    private final Map<String, String> answers;
    private final ServerSocket socket;
    private final Thread thread;

    /** Every batch of statements, as it came. */
    final List<String> batches = new CopyOnWriteArrayList<>();

    /** Every call of a procedure, as text: {@code sp_execute[1 int, 7 int, x varchar(8000)]}. */
    final List<String> calls = new CopyOnWriteArrayList<>();

    /** The rows of all bulk copies. */
    final List<List<Object>> rows = new CopyOnWriteArrayList<>();

    /** What went wrong here. */
    final List<Exception> failures = new CopyOnWriteArrayList<>();

    /**
     * Listens at once.
     *
     * @param tables  by name
     * @param answers one value, by what stands in the question
     */
    TdsServer(Map<String, List<TdsColumn>> tables, Map<String, String> answers) throws IOException {
        this.tables = tables;
        this.answers = answers;
        this.socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        this.thread = new Thread(this::serve, "tds");
        thread.start();
    }

    String url() {
        return "jdbc:sqlserver://127.0.0.1:" + socket.getLocalPort() + ";databaseName=bench;encrypt=false";
    }

    /** The columns of the bulk copy that was announced last, as the driver declares them. */
    String announced() {
        return batches.stream()
                .map(INSERT_BULK::matcher)
                .filter(Matcher::find)
                .reduce((one, next) -> next)
                .map(found -> found.group(1))
                .orElse("");
    }

    private void serve() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                new Thread(() -> serve(client), "tds client").start();
            } catch (IOException e) {
                // The test has ended.
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            converse(new DataInputStream(client.getInputStream()), client.getOutputStream());
        } catch (EOFException | SocketException e) {
            // The client has hung up.
            return;
        } catch (IOException | RuntimeException e) {
            failures.add(e);
        }
    }

    private void converse(DataInputStream in, OutputStream out) throws IOException {
        while (true) {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            int type;
            byte[] header;
            do {
                header = new byte[HEADER];
                in.readFully(header);
                type = header[0];
                message.write(in.readNBytes((ByteBuffer.wrap(header).getShort(2) & 0xFFFF) - HEADER));
            } while ((header[1] & 1) == 0);
            byte[] answer = answer(type, message.toByteArray());
            ByteBuffer packet = ByteBuffer.allocate(HEADER + answer.length);
            packet.put((byte) 4)
                    .put((byte) 1)
                    .putShort((short) packet.capacity())
                    .putShort((short) 0);
            out.write(packet.put((byte) 1).put((byte) 0).put(answer).array());
            out.flush();
        }
    }

    private byte[] answer(int type, byte[] message) {
        return switch (type) {
            case PRELOGIN -> NO_ENCRYPTION;
            case LOGIN -> login();
            case BATCH -> batch(message);
            case BULK -> bulk(message);
            case REQUEST -> request(message);
            default -> new TdsColumn.Bytes().done(0).array();
        };
    }

    private static byte[] login() {
        String name = "Microsoft SQL Server";
        TdsColumn.Bytes body = new TdsColumn.Bytes()
                .number(1, 1)
                .number(4, 0x04000074)
                .number(1, name.length())
                .text(name)
                .number(4, 16);
        return new TdsColumn.Bytes()
                .bytes(COLLATION)
                .number(1, 0xAD)
                .number(2, body.array().length)
                .bytes(body.array())
                .done(0)
                .array();
    }

    private byte[] batch(byte[] message) {
        int headers = TdsColumn.little(message).getInt();
        String sql = new String(message, headers, message.length - headers, StandardCharsets.UTF_16LE);
        batches.add(sql);
        Matcher all = ALL_OF.matcher(sql);
        Matcher some = SOME_OF.matcher(sql);
        Matcher computed = COMPUTED.matcher(sql);
        if (all.find()) {
            return new TdsColumn.Bytes()
                    .columns(tables.get(all.group(1)))
                    .done(0)
                    .array();
        } else if (some.find()) {
            List<TdsColumn> columns = tables.get(some.group(2));
            List<TdsColumn> chosen = new ArrayList<>();
            for (String name : some.group(1).split(", ", -1)) {
                columns.stream()
                        .filter(column -> name.equals("[" + column.name() + "]"))
                        .forEach(chosen::add);
            }
            return new TdsColumn.Bytes().columns(chosen).done(0).array();
        } else if (computed.find()) {
            return computed(tables.get(computed.group(1)).size());
        }
        return answers.entrySet().stream()
                .filter(answer -> sql.contains(answer.getKey()))
                .findFirst()
                .map(answer -> one(answer.getValue()))
                .orElseGet(() -> new TdsColumn.Bytes().done(0).array());
    }

    private static byte[] one(String value) {
        return new TdsColumn.Bytes()
                .columns(List.of(new TdsColumn("value", "nvarchar(200)", true)))
                .number(1, 0xD1)
                .number(2, 2L * value.length())
                .text(value)
                .done(1)
                .array();
    }

    private static byte[] computed(int columns) {
        TdsColumn collation = new TdsColumn("collation_name", "nvarchar(128)", true);
        TdsColumn computed = new TdsColumn("is_computed", "tinyint", false);
        TdsColumn.Bytes answer = new TdsColumn.Bytes().columns(List.of(collation, computed));
        for (int i = 0; i < columns; i++) {
            answer.number(1, 0xD1).number(2, 0xFFFF).number(1, 0);
        }
        return answer.done(columns).array();
    }

    /** A procedure by its name or number, and its parameters. */
    private byte[] request(byte[] message) {
        ByteBuffer in = TdsColumn.little(message);
        in.position(in.getInt());
        int length = in.getShort() & 0xFFFF;
        String name = length == BY_NUMBER ? PROCEDURES.get((int) in.getShort()) : text(in, length);
        in.getShort();
        List<String> parameters = new ArrayList<>();
        while (in.hasRemaining()) {
            text(in, in.get());
            in.get();
            TdsColumn parameter = new TdsColumn("", TdsColumn.readType(in), true);
            parameters.add(parameter.value(in) + " " + parameter.type());
        }
        calls.add(name + parameters);
        TdsColumn.Bytes answer = new TdsColumn.Bytes().number(1, 0x79).number(4, 0);
        if ("sp_prepexec".equals(name)) {
            answer.number(1, 0xAC)
                    .number(2, 0)
                    .number(1, 0)
                    .number(1, 1)
                    .number(4, 0)
                    .number(2, 0);
            answer.number(2, 0x0426).number(1, 4).number(4, HANDLE);
        }
        return answer.number(1, 0xFE).number(2, 0).number(2, 0).number(8, 0).array();
    }

    private static String text(ByteBuffer in, int characters) {
        byte[] text = new byte[2 * characters];
        in.get(text);
        return new String(text, StandardCharsets.UTF_16LE);
    }

    private byte[] bulk(byte[] message) {
        ByteBuffer in = TdsColumn.little(message);
        List<TdsColumn> columns = TdsColumn.read(in);
        int count = 0;
        while ((in.get() & 0xFF) == 0xD1) {
            List<Object> row = new ArrayList<>();
            for (TdsColumn column : columns) {
                row.add(column.value(in));
            }
            rows.add(row);
            count++;
        }
        return new TdsColumn.Bytes().done(count).array();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
