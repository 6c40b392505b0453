package io.dbharness.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult.Tool;
import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Messages come through as they were sent, and nothing else comes through. */
class WireTest {

    private static final Message HERE = new Message.Here("10.0.0.5:7800", 8, new Tool("dbharness", "1", "abc"), "");

    private static Wire.Frame decoded(byte[] bytes) {
        return Wire.decode(bytes, 0, bytes.length);
    }

    @Test
    void aMessageAndItsBytesComeThrough() {
        byte[] encoded = Wire.encode(HERE, ByteBuffer.wrap(new byte[] {1, 2, 3}));
        byte[] amongOthers = new byte[encoded.length + 20];
        System.arraycopy(encoded, 0, amongOthers, 7, encoded.length);

        Wire.Frame frame = Wire.decode(amongOthers, 7, encoded.length);

        assertThat(frame.message()).isEqualTo(HERE);
        assertThat(frame.bytes()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    }

    @Test
    void anotherVersionOfTheProtocolIsRefusedByName() {
        byte[] encoded = Wire.encode(HERE, Wire.NO_BYTES);
        ByteBuffer.wrap(encoded).putShort(4, (short) (Wire.VERSION - 1));

        assertThatThrownBy(() -> decoded(encoded))
                .isInstanceOf(HarnessException.class)
                .hasMessage("it speaks version 2 of the protocol, this process 3");
    }

    @Test
    void aMessageThatIsTooLongIsNeitherSentNorRead() {
        assertThatThrownBy(() -> Wire.encode(HERE, ByteBuffer.allocate(Wire.MOST_BYTES)))
                .hasMessageContaining("longer than the 16777216 that agents take");
        assertThatThrownBy(() -> Wire.decode(new byte[0], 0, Integer.MAX_VALUE))
                .hasMessageContaining("it has 2147483647 bytes");
    }

    @Test
    void aMessageOfAKindThatIsNotKnownIsRefused() {
        byte[] encoded = Wire.encode(new Message.Who(), Wire.NO_BYTES);
        encoded[new String(encoded, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("who")] = 'W';

        assertThatThrownBy(() -> decoded(encoded)).hasMessageStartingWith("it cannot be understood");
    }

    @Test
    void tenThousandRandomFramesAreRefusedInASentence() {
        RandomGenerator random = Seed.DEFAULT.stream("frames", 0);
        for (int i = 0; i < 10_000; i++) {
            byte[] frame = new byte[random.nextInt(200)];
            random.nextBytes(frame);
            if (i % 2 == 0 && frame.length > 10) {
                // Beyond the header, so that the JSON is looked at too.
                ByteBuffer.wrap(frame)
                        .put(Wire.encode(new Message.Who(), Wire.NO_BYTES), 0, 6)
                        .putInt(random.nextInt(frame.length));
            }
            assertThatThrownBy(() -> decoded(frame)).isInstanceOf(HarnessException.class);
        }
    }
}
