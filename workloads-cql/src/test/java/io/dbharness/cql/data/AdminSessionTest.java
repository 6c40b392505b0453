package io.dbharness.cql.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import org.junit.jupiter.api.Test;

class AdminSessionTest {

    @Test
    void nodesThatAreDownAreNotAsked() {
        assertThat(AdminSession.isConnected(NodeDistance.LOCAL, NodeState.UP, 1))
                .isTrue();
        assertThat(AdminSession.isConnected(NodeDistance.LOCAL, NodeState.UP, 0))
                .isFalse();
        assertThat(AdminSession.isConnected(NodeDistance.LOCAL, NodeState.DOWN, 1))
                .isFalse();
        assertThat(AdminSession.isConnected(NodeDistance.LOCAL, NodeState.FORCED_DOWN, 1))
                .isFalse();
        assertThat(AdminSession.isConnected(NodeDistance.IGNORED, NodeState.UP, 1))
                .isFalse();
    }
}
