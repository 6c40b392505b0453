package io.dbharness.jdbc.dialect.sqlserver;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A column as SQL Server's protocol has it.
 *
 * @param type as definitions have it, for example {@code decimal(12, 2)}
 */
record TdsColumn(String name, String type, boolean nullable) {

    private static final byte[] COLLATION = {9, 4, (byte) 0xD0, 0, 0x34};

    static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private String word() {
        return type.replaceFirst("\\(.*", "");
    }

    /** The numbers in brackets, counted from 0. */
    private int size(int at) {
        return Integer.parseInt(type.replaceAll(".*\\(|\\)", "").split(", ?", -1)[at]);
    }

    private Bytes typeInfo() {
        Bytes bytes = new Bytes();
        return switch (word()) {
            case "tinyint" -> bytes.number(1, 0x30);
            case "smallint" -> nullable ? bytes.number(2, 0x0226) : bytes.number(1, 0x34);
            case "int" -> nullable ? bytes.number(2, 0x0426) : bytes.number(1, 0x38);
            case "bigint" -> nullable ? bytes.number(2, 0x0826) : bytes.number(1, 0x7F);
            case "decimal" ->
                bytes.number(1, 0x6A).number(1, 17).number(1, size(0)).number(1, size(1));
            case "datetime2" -> bytes.number(1, 0x2A).number(1, size(0));
            case "varbinary" -> bytes.number(1, 0xA5).number(2, size(0));
            case "nvarchar" -> bytes.number(1, 0xE7).number(2, 2L * size(0)).bytes(COLLATION);
            case "varchar" -> bytes.number(1, 0xA7).number(2, size(0)).bytes(COLLATION);
            case "char" -> bytes.number(1, 0xAF).number(2, size(0)).bytes(COLLATION);
            default -> throw new IllegalStateException("no column of type " + type);
        };
    }

    /** What precedes rows. */
    static List<TdsColumn> read(ByteBuffer in) {
        if ((in.get() & 0xFF) != 0x81) {
            throw new IllegalStateException("a bulk copy begins with its columns");
        }
        List<TdsColumn> columns = new ArrayList<>();
        for (int left = in.getShort(); left > 0; left--) {
            in.getInt();
            in.getShort();
            // Only values of these types come without their length, and without a way to say null.
            boolean nullable = !List.of(0x34, 0x38, 0x7F).contains(in.get(in.position()) & 0xFF);
            String type = readType(in);
            byte[] name = new byte[2 * in.get()];
            in.get(name);
            columns.add(new TdsColumn(new String(name, StandardCharsets.UTF_16LE), type, nullable));
        }
        return columns;
    }

    static String readType(ByteBuffer in) {
        int token = in.get() & 0xFF;
        return switch (token) {
            case 0x34 -> "smallint";
            case 0x38 -> "int";
            case 0x7F -> "bigint";
            case 0x26 ->
                switch (in.get()) {
                    case 1 -> "tinyint";
                    case 2 -> "smallint";
                    case 4 -> "int";
                    default -> "bigint";
                };
            case 0x6A, 0x6C -> decimal(in);
            case 0x2A -> "datetime2(" + in.get() + ")";
            case 0xA5, 0xAD -> "varbinary(" + in.getShort() + ")";
            case 0xA7, 0xAF -> {
                int size = in.getShort();
                in.get(new byte[COLLATION.length]);
                yield (token == 0xA7 ? "varchar(" : "char(") + size + ")";
            }
            case 0xE7 -> {
                int size = in.getShort() / 2;
                in.get(new byte[COLLATION.length]);
                yield "nvarchar(" + size + ")";
            }
            default -> throw new IllegalStateException("type 0x" + Integer.toHexString(token));
        };
    }

    private static String decimal(ByteBuffer in) {
        in.get();
        return "decimal(" + in.get() + ", " + in.get() + ")";
    }

    /** A value of a row; like a server, refuses one that is longer than its column was declared. */
    Object value(ByteBuffer in) {
        if (word().endsWith("char") || word().equals("varbinary")) {
            boolean wide = word().equals("nvarchar");
            int length = in.getShort();
            if (length > (wide ? 2 : 1) * size(0)) {
                throw new IllegalStateException("4815: " + length + " bytes for " + type + " " + name);
            }
            byte[] bytes = new byte[Math.max(0, length)];
            in.get(bytes);
            return length < 0
                    ? "null"
                    : new String(bytes, wide ? StandardCharsets.UTF_16LE : StandardCharsets.ISO_8859_1);
        }
        int fixed = nullable ? in.get() : width();
        byte[] bytes = new byte[fixed];
        in.get(bytes);
        return fixed == 0 ? "null" : number(bytes);
    }

    private int width() {
        return switch (word()) {
            case "smallint" -> 2;
            case "int" -> 4;
            default -> 8;
        };
    }

    private Object number(byte[] bytes) {
        boolean decimal = word().startsWith("decimal");
        byte[] big = new byte[bytes.length - (decimal ? 1 : 0)];
        for (int i = 0; i < big.length; i++) {
            big[i] = bytes[bytes.length - 1 - i];
        }
        if (!decimal) {
            return new BigInteger(big).longValueExact();
        }
        BigInteger size = new BigInteger(1, big);
        return new BigDecimal(bytes[0] == 1 ? size : size.negate(), size(1));
    }

    /** An answer in the making. */
    static final class Bytes {

        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Bytes number(int width, long value) {
            for (int i = 0; i < width; i++) {
                out.write((int) (value >> (8 * i)));
            }
            return this;
        }

        Bytes text(String text) {
            return bytes(text.getBytes(StandardCharsets.UTF_16LE));
        }

        Bytes bytes(byte[] bytes) {
            out.writeBytes(bytes);
            return this;
        }

        Bytes columns(List<TdsColumn> columns) {
            number(1, 0x81).number(2, columns.size());
            for (TdsColumn column : columns) {
                number(4, 0).number(2, column.nullable ? 9 : 8);
                bytes(column.typeInfo().array()).number(1, column.name.length()).text(column.name);
            }
            return this;
        }

        /** The end of an answer. */
        Bytes done(int rows) {
            return number(1, 0xFD).number(2, 0x10).number(2, 0xC1).number(8, rows);
        }

        byte[] array() {
            return out.toByteArray();
        }
    }
}
