package io.dbharness.cql.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbharness.cql.testkit.SecuredNode;
import io.dbharness.model.TargetUnreachableException;
import io.dbharness.sut.Secret;
import io.dbharness.sut.TargetSpec;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Logins to a node with TLS and passwords. */
@Tag("server")
@Timeout(300)
@ResourceLock(SecuredNode.LOCK)
class SecuredNodeTest {

    private static CqlTarget open(String url, String password) {
        return new CqlTargetProvider().open(TargetSpec.of(url).withCredentials(SecuredNode.USER, Secret.of(password)));
    }

    @Test
    void anEncryptedNodeWithUsersIsEnteredAndWhoMayNotEnterHearsWhy() throws Exception {
        SecuredNode node = SecuredNode.shared();
        Path trusted = node.stores().trusting("node");
        String identity = node.presenting(node.stores().store("client"));
        String url = node.urlWithTls() + "&truststore=" + SecuredNode.encoded(trusted) + "&truststore-password=file:"
                + SecuredNode.encoded(node.stores().password()) + identity;
        try (CqlTarget target = open(url, SecuredNode.USER)) {
            assertThat(target.info().settings()).containsEntry("tls", "on, client certificate");
            assertThat(target.driver()
                            .execute("SELECT username, ssl_enabled FROM system_views.clients")
                            .all())
                    .isNotEmpty()
                    .allSatisfy(row -> {
                        assertThat(row.getString("username")).isEqualTo(SecuredNode.USER);
                        assertThat(row.getBoolean("ssl_enabled")).isTrue();
                    });
        }
        try (CqlTarget target = open(url, "wrong")) {
            assertThatThrownBy(target::info)
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContaining("user or password is wrong");
        }
        try (CqlTarget target = new CqlTargetProvider().open(TargetSpec.of(url))) {
            assertThatThrownBy(target::info).hasMessageContaining("give --user NAME --password env:NAME");
        }
        try (CqlTarget target = open(node.urlWithTls() + identity, SecuredNode.USER)) {
            assertThatThrownBy(target::info)
                    .isInstanceOf(TargetUnreachableException.class)
                    .hasMessageContaining("cannot reach");
        }
    }
}
