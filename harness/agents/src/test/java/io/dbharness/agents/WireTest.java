package io.dbharness.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.model.HarnessException;
import io.dbharness.random.Seed;
import io.dbharness.result.RunResult.Tool;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages come through as they were sent, and nothing else comes through. */
class WireTest {

    private static final Message HERE = new Message.Hello("10.0.0.5:7800", 8, new Tool("dbharness", "1", "abc"), "");

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
                .hasMessage("it speaks version 4 of the protocol, this process 5");
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
        byte[] encoded = Wire.encode(new Message.Discover(), Wire.NO_BYTES);
        encoded[new String(encoded, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("discover")] = 'W';

        assertThatThrownBy(() -> decoded(encoded)).hasMessageStartingWith("it cannot be understood");
    }

    private static byte[] frame(String json) {
        byte[] text = json.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(10 + text.length)
                .put(Wire.encode(new Message.Discover(), Wire.NO_BYTES), 0, 6)
                .putInt(text.length)
                .put(text)
                .array();
    }

    private static String prepare(String run, String load) {
        return "{'kind':'prepare','run':'%s','workload':{'name':'keys','parameters':{}},'target':{'url':'sim:','user':'','reference':'','secret':'','options':{}}%s}"
                .formatted(run, load)
                .replace('\'', '"');
    }

    private static final String LOAD =
            ",'load':{'open':null,'users':1,'connections':1,'slice':{'index':0,'of':1,'firstUser':0},'times':[0,1,0,1,0,0,0,0,0],'seed':1,'attempts':1,'count':null,'factors':{}}";

    @Test
    void anOrderIsReadWithAllItsParts() {
        assertThat(decoded(frame(prepare("run-1a", LOAD))).message()).isInstanceOf(Message.Prepare.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",'load':null", ",'load':{}"})
    void anOrderWithoutItsPartsIsRefused(String load) {
        assertThatThrownBy(() -> decoded(frame(prepare("run-1a", load))))
                .isInstanceOf(HarnessException.class)
                .hasMessageStartingWith("it cannot be understood");
    }

    /** Ids and addresses become names of folders. */
    @ParameterizedTest
    @ValueSource(strings = {"../../evil", "/abs/evil", "..", "", "a\\\\b", "RUN 1", "run-1\u0661"})
    void anIdThatIsNoNameIsRefused(String run) {
        assertThatThrownBy(() -> decoded(frame(prepare(run, LOAD))))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("a run's id is");
        assertThatThrownBy(() -> decoded(frame(
                        "{\"kind\":\"hello\",\"name\":\"%s\",\"processors\":1,\"tool\":{\"name\":\"\",\"version\":\"\",\"commit\":\"\"},\"serves\":\"\"}"
                                .formatted(run))))
                .isInstanceOf(HarnessException.class)
                .hasMessageContaining("an agent's name is HOST:PORT");
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
                        .put(Wire.encode(new Message.Discover(), Wire.NO_BYTES), 0, 6)
                        .putInt(random.nextInt(frame.length));
            }
            assertThatThrownBy(() -> decoded(frame)).isInstanceOf(HarnessException.class);
        }
    }
}
