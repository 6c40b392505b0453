package io.dbharness.bench;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One connection of a server that speaks PostgreSQL's protocol, version 3.0 (PostgreSQL documentation, chapter "Frontend/Backend
 * Protocol"). Each SELECT or SHOW returns one row of one text, which has the length of sysbench's {@code c}; each other statement has
 * changed one row. There are no errors and no authentication.
 */
final class PostgresConversation implements InstantServer.Conversation {

    private static final int TLS_REQUEST = 80_877_103;
    private static final int GSS_REQUEST = 80_877_104;
    private static final int TEXT = 25;
    private static final String C = "0123456789-".repeat(11).substring(0, 119);
    private static final Map<String, String> TAGS =
            Map.of("SELECT", "SELECT 1", "INSERT", "INSERT 0 1", "UPDATE", "UPDATE 1", "DELETE", "DELETE 1");
    private static final Map<String, Byte> STATES =
            Map.of("BEGIN", (byte) 'T', "COMMIT", (byte) 'I', "ROLLBACK", (byte) 'I');

    private final int pid;
    private final Map<String, Statement> statements = new HashMap<>();
    private Statement bound;
    private boolean started;
    private byte state = 'I';

    /**
     * A prepared statement.
     *
     * @param word      its first word, in upper case
     * @param described answer to a description of the statement
     * @param columns   answer to a description of its result
     * @param executed  answer to its execution
     */
    private record Statement(String word, Bytes described, Bytes columns, Bytes executed) {}

    /** Prepared bytes of an answer. */
    // Contains an array, but is never compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record Bytes(byte[] bytes) {

        /** The content of a message. */
        @FunctionalInterface
        interface Content {
            void write(DataOutputStream out) throws IOException;
        }

        static final Bytes NONE = new Bytes(new byte[0]);

        /** Returns a message of this type with this content. */
        static Bytes message(char type, Content content) {
            try {
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                content.write(new DataOutputStream(body));
                ByteArrayOutputStream whole = new ByteArrayOutputStream();
                DataOutputStream out = new DataOutputStream(whole);
                out.writeByte(type);
                out.writeInt(Integer.BYTES + body.size());
                body.writeTo(out);
                return new Bytes(whole.toByteArray());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        static Bytes message(char type) {
            return message(type, out -> {});
        }

        Bytes then(Bytes more) {
            return new Bytes(ByteBuffer.allocate(bytes.length + more.bytes.length)
                    .put(bytes)
                    .put(more.bytes)
                    .array());
        }

        void putInto(ByteBuffer out) {
            out.put(bytes);
        }
    }

    private static final Bytes PARSED = Bytes.message('1');
    private static final Bytes BOUND = Bytes.message('2');
    private static final Bytes CLOSED = Bytes.message('3');
    private static final Bytes NO_DATA = Bytes.message('n');
    private static final Bytes COLUMN = Bytes.message('T', out -> {
        out.writeShort(1);
        text(out, "c");
        out.writeInt(0);
        out.writeShort(0);
        out.writeInt(TEXT);
        out.writeShort(-1);
        out.writeInt(-1);
        out.writeShort(0);
    });

    /** @param number of the connection, and the process id that its client receives */
    PostgresConversation(int number) {
        this.pid = number;
        this.bound = statement("", new int[0]);
    }

    @Override
    public boolean answer(ByteBuffer in, ByteBuffer out) {
        // Messages before the start have no type.
        int type = started ? 1 : 0;
        if (in.remaining() < type + Integer.BYTES) {
            return false;
        }
        int end = in.position() + type + in.getInt(in.position() + type);
        if (in.limit() < end) {
            return false;
        }
        if (started) {
            byte kind = in.get();
            in.getInt();
            respond(kind, in, out);
        } else {
            in.getInt();
            start(in.getInt(), out);
        }
        in.position(end);
        return true;
    }

    private void start(int code, ByteBuffer out) {
        if (code == TLS_REQUEST || code == GSS_REQUEST) {
            out.put((byte) 'N');
            return;
        }
        started = true;
        Bytes.message('R', body -> body.writeInt(0)).putInto(out);
        Map.of(
                        "server_version", "15.0",
                        "server_encoding", "UTF8",
                        "client_encoding", "UTF8",
                        "DateStyle", "ISO, MDY",
                        "TimeZone", "UTC",
                        "integer_datetimes", "on",
                        "standard_conforming_strings", "on")
                .forEach((name, value) -> Bytes.message('S', body -> {
                            text(body, name);
                            text(body, value);
                        })
                        .putInto(out));
        Bytes.message('K', body -> {
                    body.writeInt(pid);
                    body.writeInt(0);
                })
                .putInto(out);
        ready(out);
    }

    private void respond(byte kind, ByteBuffer in, ByteBuffer out) {
        switch (kind) {
            case 'P' -> {
                String name = text(in);
                statements.put(name, statement(text(in), types(in)));
                PARSED.putInto(out);
            }
            case 'B' -> {
                text(in);
                bound = statements.getOrDefault(text(in), bound);
                BOUND.putInto(out);
            }
            case 'D' ->
                (in.get() == 'S' ? statements.getOrDefault(text(in), bound).described() : bound.columns()).putInto(out);
            case 'E' -> execute(bound, out);
            case 'C' -> CLOSED.putInto(out);
            case 'S' -> ready(out);
            case 'Q' -> {
                Statement statement = statement(text(in), new int[0]);
                if (!statement.columns().equals(NO_DATA)) {
                    statement.columns().putInto(out);
                }
                execute(statement, out);
                ready(out);
            }
            default -> {
                // Flush and the end need no answer.
            }
        }
    }

    private void execute(Statement statement, ByteBuffer out) {
        statement.executed().putInto(out);
        state = STATES.getOrDefault(statement.word(), state);
    }

    private void ready(ByteBuffer out) {
        out.put((byte) 'Z').putInt(Integer.BYTES + 1).put(state);
    }

    private Statement statement(String sql, int[] types) {
        String word = sql.strip().split("[^A-Za-z]", 2)[0].toUpperCase(Locale.ROOT);
        boolean rows = word.equals("SELECT") || word.equals("SHOW");
        Bytes parameters = Bytes.message('t', out -> {
            out.writeShort(types.length);
            for (int type : types) {
                out.writeInt(type);
            }
        });
        Bytes columns = rows ? COLUMN : NO_DATA;
        Bytes ended = word.isEmpty()
                ? Bytes.message('I')
                : Bytes.message('C', out -> text(out, TAGS.getOrDefault(word, word)));
        return new Statement(
                word, parameters.then(columns), columns, (rows ? row(value(sql)) : Bytes.NONE).then(ended));
    }

    private String value(String sql) {
        return sql.contains("pg_backend_pid") ? String.valueOf(pid) : sql.contains("version()") ? "PostgreSQL 15.0" : C;
    }

    private static Bytes row(String value) {
        return Bytes.message('D', out -> {
            out.writeShort(1);
            out.writeInt(value.length());
            out.writeBytes(value);
        });
    }

    private static int[] types(ByteBuffer in) {
        int[] types = new int[in.getShort()];
        for (int i = 0; i < types.length; i++) {
            types[i] = in.getInt();
        }
        return types;
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        out.writeBytes(text);
        out.writeByte(0);
    }

    private static String text(ByteBuffer in) {
        int from = in.position();
        while (in.get() != 0) {
            // Find the end.
        }
        byte[] bytes = new byte[in.position() - 1 - from];
        in.get(from, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
