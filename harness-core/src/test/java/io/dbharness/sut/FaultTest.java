package io.dbharness.sut;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultTest {

    @ParameterizedTest
    @CsvSource({
        "30s:kill-sessions, 30s:kill-sessions, kill-sessions",
        "1m30s: stop 3s, 90s:stop 3s, stop 3s",
        "500ms:stop 250ms, 500ms:stop 250ms, stop 250ms",
        "0s:restart, 0s:restart, restart"
    })
    void saysWhenAndWhat(String text, String normal, String what) {
        assertThat(Fault.parse(text)).hasValueSatisfying(fault -> {
            assertThat(fault.text()).isEqualTo(normal);
            assertThat(fault.what()).isEqualTo(what);
            assertThat(Fault.parse(fault.text())).contains(fault);
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "30s",
                "restart",
                "30:restart",
                "30s:reboot",
                "30s:stop",
                "30s:stop 0s",
                "30s:stop 3",
                "30s:restart 3s",
                "30s:KILL-SESSIONS",
                "-1s:restart",
                "30s:restart restart"
            })
    void anythingElseIsNone(String text) {
        assertThat(Fault.parse(text)).isEmpty();
    }
}
