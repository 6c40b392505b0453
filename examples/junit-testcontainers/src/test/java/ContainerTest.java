import static io.dbharness.junit.RunAssertions.assertThat;

import io.dbharness.junit.RunWorkload;
import io.dbharness.junit.WorkloadTarget;
import io.dbharness.result.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/** On a PostgreSQL in a container; skipped where no Docker daemon answers. */
@Testcontainers(disabledWithoutDocker = true)
class ContainerTest {

    private static final String IMAGE = System.getenv().getOrDefault("POSTGRES_IMAGE", "postgres:18");

    @Container
    static final PostgreSQLContainer DATABASE =
            new PostgreSQLContainer(DockerImageName.parse(IMAGE).asCompatibleSubstituteFor("postgres"));

    @RegisterExtension
    static final WorkloadTarget TARGET =
            WorkloadTarget.of(DATABASE::getJdbcUrl, DATABASE::getUsername, DATABASE::getPassword);

    @Test
    @RunWorkload(value = "tpcc", options = {"think-time=none", "connections=2", "warmup=1s", "duration=5s"})
    void nothingFails(RunResult result) {
        assertThat(result).isValid().errors().isLessThanOrEqualTo(0.001).satisfies("p99(Payment) < 2 s");
    }
}
