package io.dbharness.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.testkit.TestEffort;
import io.dbharness.testkit.TextGrammar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Messages generated from a grammar are read, or refused in one bounded sentence. */
class MessageGrammarTest {

    private static final int MESSAGES = TestEffort.of(1_000, 20_000);
    private static final int LONGEST = 4_000;

    private static byte[] frame(String json) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(10 + text.length)
                .put(Wire.encode(new Message.Discover(), Wire.NO_BYTES), 0, 6)
                .putInt(text.length)
                .put(text)
                .array();
    }

    @Test
    void generatedMessagesAreReadOrRefused() throws IOException {
        TextGrammar grammar;
        try (InputStream in = MessageGrammarTest.class.getResourceAsStream("message.txt")) {
            grammar = TextGrammar.parse(new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8));
        }
        int read = 0;
        for (int i = 0; i < MESSAGES; i++) {
            String json = grammar.text("message", Seed.DEFAULT.stream("message", i));
            byte[] bytes = frame(json);
            try {
                Message message = Wire.decode(bytes, 0, bytes.length).message();
                // What was read can be sent.
                Wire.encode(message, Wire.NO_BYTES);
                read++;
            } catch (HarnessException e) {
                assertThat(e.getMessage())
                        .as(json)
                        .hasSizeLessThanOrEqualTo(LONGEST)
                        .doesNotContain("Exception");
            }
        }
        assertThat(read).isGreaterThan(MESSAGES / 20);
    }
}
