package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.testkit.TestNode;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.TargetSpec;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("server")
@Timeout(300)
class PlainNodeTest {

    @Test
    void tlsToAPortWithoutItIsToldInASentence() {
        TargetSpec target = TargetSpec.of(TestNode.shared().urlWithoutJmx("plain") + "&tls=on");

        assertThatThrownBy(() -> {
                    try (CqlTarget opened = new CqlTargetProvider().open(target)) {
                        opened.info();
                    }
                })
                .isInstanceOf(TargetUnreachableException.class)
                .hasMessageEndingWith(": the port answers without TLS; leave out tls=on, or give the port that has it");
    }
}
