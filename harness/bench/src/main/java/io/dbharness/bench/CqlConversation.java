package io.dbharness.bench;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One connection of a single node that speaks the CQL native protocol, version 4 ({@code native_protocol_v4.spec} of Apache Cassandra).
 * Each prepared statement has one parameter of type bigint, and its execution returns one row of one text, which has the length of
 * sysbench's {@code c}. Questions about the node are answered, those about its peers and tables with no rows.
 */
final class CqlConversation implements InstantServer.Conversation {

    private static final byte VERSION = 4;
    private static final int HEADER_BYTES = 9;
    private static final int PROTOCOL_ERROR = 0x000A;
    private static final int GLOBAL_TABLE = 1;
    private static final int BIGINT = 0x0002;
    private static final int UUID = 0x000C;
    private static final int TEXT = 0x000D;
    private static final int INET = 0x0010;
    private static final int SET = 0x0022;
    private static final String C = "0123456789-".repeat(11).substring(0, 119);

    /** The content of a message. */
    @FunctionalInterface
    private interface Content {
        void write(DataOutputStream out) throws IOException;
    }

    /** A column with the value of its only row. */
    // Contains an array, but is never compared.
    @SuppressWarnings("ArrayRecordComponent")
    private record Column(String name, int type, byte[] value) {

        static Column text(String name, String value) {
            return new Column(name, TEXT, value.getBytes(StandardCharsets.UTF_8));
        }

        void describe(DataOutputStream out) throws IOException {
            text16(out, name);
            out.writeShort(type);
            if (type == SET) {
                out.writeShort(TEXT);
            }
        }
    }

    private static final byte[] READY = answer(0x02, out -> {});
    private static final byte[] SUPPORTED = answer(0x06, out -> {
        out.writeShort(1);
        text16(out, "CQL_VERSION");
        out.writeShort(1);
        text16(out, "3.4.5");
    });
    private static final byte[] UNSUPPORTED = answer(0x00, out -> {
        out.writeInt(PROTOCOL_ERROR);
        text16(out, "Invalid or unsupported protocol version; supported versions are (3/v3, 4/v4)");
    });
    private static final byte[] PREPARED = answer(0x08, out -> {
        out.writeInt(4);
        text16(out, "select-c");
        out.writeInt(GLOBAL_TABLE);
        out.writeInt(1);
        out.writeInt(1);
        out.writeShort(0);
        text16(out, "bench");
        text16(out, "point");
        new Column("id", BIGINT, new byte[0]).describe(out);
        describe(out, List.of(Column.text("c", C)));
    });
    private static final byte[] ROW = rows(List.of(Column.text("c", C)));
    private static final byte[] NO_ROWS = answer(0x08, out -> {
        out.writeInt(2);
        describe(out, List.of(Column.text("key", "")));
        out.writeInt(0);
    });
    private static final byte[] LOCAL = rows(List.of(
            Column.text("key", "local"),
            Column.text("bootstrapped", "COMPLETED"),
            Column.text("cluster_name", "instant"),
            Column.text("cql_version", "3.4.5"),
            Column.text("data_center", "datacenter1"),
            Column.text("rack", "rack1"),
            Column.text("release_version", "4.0.0"),
            Column.text("partitioner", "org.apache.cassandra.dht.Murmur3Partitioner"),
            new Column("host_id", UUID, new byte[16]),
            new Column("schema_version", UUID, new byte[16]),
            new Column("rpc_address", INET, InetAddress.getLoopbackAddress().getAddress()),
            new Column(
                    "broadcast_address", INET, InetAddress.getLoopbackAddress().getAddress()),
            new Column("listen_address", INET, InetAddress.getLoopbackAddress().getAddress()),
            new Column("tokens", SET, bytes(out -> {
                out.writeInt(1);
                out.writeInt(1);
                out.writeBytes("0");
            }))));

    @Override
    public boolean answer(ByteBuffer in, ByteBuffer out) {
        int at = in.position();
        if (in.remaining() < HEADER_BYTES || in.remaining() < HEADER_BYTES + in.getInt(at + 5)) {
            return false;
        }
        int end = at + HEADER_BYTES + in.getInt(at + 5);
        short stream = in.getShort(at + 2);
        in.position(at + HEADER_BYTES);
        int from = out.position();
        out.put(in.get(at) > VERSION ? UNSUPPORTED : response(in.get(at + 4), in));
        out.putShort(from + 2, stream);
        in.position(end);
        return true;
    }

    private static byte[] response(byte operation, ByteBuffer in) {
        return switch (operation) {
            case 0x05 -> SUPPORTED;
            case 0x09 -> PREPARED;
            case 0x0A -> ROW;
            case 0x07 -> {
                byte[] query = new byte[in.getInt()];
                in.get(query);
                yield new String(query, StandardCharsets.UTF_8).contains("system.local") ? LOCAL : NO_ROWS;
            }
            default -> READY;
        };
    }

    private static byte[] rows(List<Column> columns) {
        return answer(0x08, out -> {
            out.writeInt(2);
            describe(out, columns);
            out.writeInt(1);
            for (Column column : columns) {
                out.writeInt(column.value().length);
                out.write(column.value());
            }
        });
    }

    private static void describe(DataOutputStream out, List<Column> columns) throws IOException {
        out.writeInt(GLOBAL_TABLE);
        out.writeInt(columns.size());
        text16(out, "bench");
        text16(out, "point");
        for (Column column : columns) {
            column.describe(out);
        }
    }

    private static byte[] answer(int operation, Content content) {
        byte[] body = bytes(content);
        return bytes(out -> {
            out.writeByte(0x80 | VERSION);
            out.writeByte(0);
            out.writeShort(0);
            out.writeByte(operation);
            out.writeInt(body.length);
            out.write(body);
        });
    }

    private static byte[] bytes(Content content) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            content.write(new DataOutputStream(bytes));
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void text16(DataOutputStream out, String text) throws IOException {
        out.writeShort(text.length());
        out.writeBytes(text);
    }
}
