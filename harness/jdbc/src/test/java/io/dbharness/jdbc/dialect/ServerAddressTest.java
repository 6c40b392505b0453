package io.dbharness.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class ServerAddressTest {

    @Test
    void aSocketThatTheClientClosedBeforeOrWhileItReadMeansThatTheServerDidNotAnswerInTime() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            Socket before = new Socket(server.getInetAddress(), server.getLocalPort());
            Socket during = new Socket(server.getInetAddress(), server.getLocalPort());
            before.close();
            CompletableFuture<SocketException> reading = CompletableFuture.supplyAsync(() -> failure(during));
            during.close();

            assertThat(advice(failure(before))).startsWith("it did not answer in time");
            assertThat(advice(reading.get())).startsWith("it did not answer in time");
        }
    }

    private static SocketException failure(Socket socket) {
        return catchThrowableOfType(
                SocketException.class, () -> socket.getInputStream().read());
    }

    private static String advice(IOException cause) {
        return ServerAddress.adviceByCause(new SQLException("no connection", cause), "sslMode");
    }
}
