import io.dbharness.request.Catalog;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.ServerProvider;
import io.dbharness.sut.TargetSpec;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;

/**
 * Starts the embedded Cassandra node without a login, prints its address, and stops it when standard input ends.
 *
 * <p>{@code java -cp harness.jar CqlNode.java}.
 */
public final class CqlNode {

    private CqlNode() {}

    public static void main(String[] arguments) throws Exception {
        TargetSpec node = new TargetSpec(
                "embedded:cassandra",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("settings", "authenticator: AllowAllAuthenticator"));
        ServerProvider provider = Catalog.found().server(node.url()).orElseThrow();
        try (RunningServer server = provider.start(node)) {
            System.out.println(server.address().url());
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
