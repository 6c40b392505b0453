package io.dbharness.cql.profile;

import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types that a profile's table may have. The number drawn for a value is the value where the type has numbers. */
final class ColumnTypes {

    static final String KNOWN =
            "ascii, text, varchar, blob, int, bigint, smallint, tinyint, varint, decimal, double, float, boolean,"
                    + " uuid, timeuuid, timestamp, date, time, inet, and list, set, map and frozen of these";

    private static final Pattern GENERIC = Pattern.compile("(list|set|map|frozen)\\s*<(.*)>", Pattern.CASE_INSENSITIVE);
    private static final long NANOS_OF_DAY = 86_400_000_000_000L;
    private static final byte[] LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);

    private static final Map<String, ColumnType<?>> SCALARS = Map.ofEntries(
            Map.entry("ascii", ColumnType.scalar(TypeCodecs.ASCII, ColumnTypes::letters)),
            Map.entry("text", ColumnType.scalar(TypeCodecs.TEXT, ColumnTypes::letters)),
            Map.entry("varchar", ColumnType.scalar(TypeCodecs.TEXT, ColumnTypes::letters)),
            Map.entry("blob", ColumnType.scalar(TypeCodecs.BLOB, draw -> ByteBuffer.wrap(draw.bytes()))),
            Map.entry("int", ColumnType.scalar(TypeCodecs.INT, draw -> (int) draw.id())),
            Map.entry("bigint", ColumnType.scalar(TypeCodecs.BIGINT, Draw::id)),
            Map.entry("smallint", ColumnType.scalar(TypeCodecs.SMALLINT, draw -> (short) draw.id())),
            Map.entry("tinyint", ColumnType.scalar(TypeCodecs.TINYINT, draw -> (byte) draw.id())),
            Map.entry("varint", ColumnType.scalar(TypeCodecs.VARINT, draw -> BigInteger.valueOf(draw.id()))),
            Map.entry("decimal", ColumnType.scalar(TypeCodecs.DECIMAL, draw -> BigDecimal.valueOf(draw.id()))),
            Map.entry("double", ColumnType.scalar(TypeCodecs.DOUBLE, draw -> (double) draw.id())),
            Map.entry("float", ColumnType.scalar(TypeCodecs.FLOAT, draw -> (float) draw.id())),
            Map.entry("boolean", ColumnType.scalar(TypeCodecs.BOOLEAN, draw -> draw.id() % 2 != 0)),
            Map.entry("uuid", ColumnType.scalar(TypeCodecs.UUID, draw -> uuid(draw.id()))),
            Map.entry("timeuuid", ColumnType.scalar(TypeCodecs.TIMEUUID, draw -> Uuids.startOf(draw.id()))),
            Map.entry("timestamp", ColumnType.scalar(TypeCodecs.TIMESTAMP, draw -> Instant.ofEpochMilli(draw.id()))),
            Map.entry("date", ColumnType.scalar(TypeCodecs.DATE, ColumnTypes::date)),
            Map.entry("time", ColumnType.scalar(TypeCodecs.TIME, ColumnTypes::time)),
            Map.entry("inet", ColumnType.scalar(TypeCodecs.INET, draw -> inet((int) draw.id()))));

    private ColumnTypes() {}

    /** A type as CQL writes it; empty for any that is not known. */
    static Optional<ColumnType<?>> parse(String text) {
        Matcher generic = GENERIC.matcher(text.strip());
        if (!generic.matches()) {
            return Optional.ofNullable(SCALARS.get(text.strip().toLowerCase(Locale.ROOT)));
        }
        List<String> arguments = TopLevel.split(generic.group(2));
        List<ColumnType<?>> types =
                arguments.stream().flatMap(argument -> parse(argument).stream()).toList();
        String name = generic.group(1).toLowerCase(Locale.ROOT);
        if (types.size() != arguments.size() || types.size() != (name.equals("map") ? 2 : 1)) {
            return Optional.empty();
        }
        return Optional.of(
                switch (name) {
                    case "list" -> ColumnType.listOf(types.get(0));
                    case "set" -> ColumnType.setOf(types.get(0));
                    case "map" -> ColumnType.mapOf(types.get(0), types.get(1));
                    default -> types.get(0);
                });
    }

    private static String letters(Draw draw) {
        byte[] bytes = draw.bytes();
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = LETTERS[bytes[i] & LETTERS.length - 1];
        }
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Of version 4. */
    private static UUID uuid(long id) {
        return new UUID((id & ~0xF000L) | 0x4000L, (id & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L);
    }

    /** The server's days are 32 bits. */
    private static LocalDate date(Draw draw) {
        int days = (int) draw.id();
        return LocalDate.ofEpochDay(days);
    }

    private static LocalTime time(Draw draw) {
        return LocalTime.ofNanoOfDay(Math.floorMod(draw.id(), NANOS_OF_DAY));
    }

    private static InetAddress inet(int id) {
        try {
            return InetAddress.getByAddress(
                    ByteBuffer.allocate(Integer.BYTES).putInt(id).array());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("four bytes are an address", e);
        }
    }
}
