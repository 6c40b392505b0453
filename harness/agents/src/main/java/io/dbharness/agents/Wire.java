package io.dbharness.agents;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbharness.model.HarnessException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Messages as bytes: a mark, the protocol's version, the length of a JSON object, that object, and bytes that belong to it. */
final class Wire {

    /** Raised with every change that an older process would not understand. */
    static final short VERSION = 5;

    /** Most bytes of a message; a result of a hundred operations has less than half of them. */
    static final int MOST_BYTES = 16 << 20;

    static final ByteBuffer NO_BYTES = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private static final int MARK = 0x44424841;
    private static final int HEADER = Integer.BYTES + Short.BYTES + Integer.BYTES;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .defaultSetterInfo(JsonSetter.Value.construct(Nulls.FAIL, Nulls.FAIL))
            .build();

    private Wire() {}

    /** A message and its bytes. */
    record Frame(Message message, ByteBuffer bytes) {}

    /** Throws a {@link HarnessException} when it would be too long. */
    static byte[] encode(Message message, ByteBuffer bytes) {
        try {
            byte[] json = MAPPER.writerFor(Message.class).writeValueAsBytes(message);
            int length = Math.addExact(Math.addExact(HEADER, json.length), bytes.remaining());
            if (length > MOST_BYTES) {
                throw new HarnessException(
                        "a message of " + length + " bytes is longer than the " + MOST_BYTES + " that agents take");
            }
            return ByteBuffer.allocate(length)
                    .putInt(MARK)
                    .putShort(VERSION)
                    .putInt(json.length)
                    .put(json)
                    .put(bytes.duplicate())
                    .array();
        } catch (JsonProcessingException e) {
            throw new HarnessException("a message cannot be written as JSON", e);
        }
    }

    /** Throws a {@link HarnessException} that names the fault. */
    static Frame decode(byte[] from, int offset, int length) {
        if (length < HEADER || length > MOST_BYTES) {
            throw new HarnessException("it has " + length + " bytes, allowed are " + HEADER + " to " + MOST_BYTES);
        }
        ByteBuffer buffer = ByteBuffer.wrap(from, offset, length);
        if (buffer.getInt() != MARK) {
            throw new HarnessException("it is no message of dbharness");
        }
        short version = buffer.getShort();
        if (version != VERSION) {
            throw new HarnessException("it speaks version " + version + " of the protocol, this process " + VERSION);
        }
        int json = buffer.getInt();
        if (json < 2 || json > buffer.remaining()) {
            throw new HarnessException("its JSON would have " + json + " bytes, there are " + buffer.remaining());
        }
        int start = offset + HEADER;
        try {
            Message message = MAPPER.readValue(from, start, json, Message.class);
            return new Frame(message, ByteBuffer.wrap(Arrays.copyOfRange(from, start + json, offset + length)));
        } catch (IOException | NullPointerException | IllegalArgumentException e) {
            // Which part is missing or impossible, only its first reader finds out.
            throw new HarnessException("it cannot be understood: " + e.getMessage(), e);
        }
    }
}
