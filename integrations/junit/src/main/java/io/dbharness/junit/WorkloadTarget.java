package io.dbharness.junit;

import io.dbharness.sut.Secret;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Where the workloads of a test class run, known only when something of the test has been started, for example a container. Registered by
 * {@link RegisterExtension}; asked when a run begins.
 *
 * <pre>{@code
 * @Container
 * static final PostgreSQLContainer DATABASE = new PostgreSQLContainer("postgres:18");
 *
 * @RegisterExtension
 * static final WorkloadTarget TARGET =
 *         WorkloadTarget.of(DATABASE::getJdbcUrl, DATABASE::getUsername, DATABASE::getPassword);
 * }</pre>
 */
public final class WorkloadTarget implements BeforeAllCallback, BeforeEachCallback {

    private final Supplier<String> address;
    private final Optional<Login> login;

    /** A user and the password. */
    private record Login(Supplier<String> user, Supplier<String> password) {}

    private WorkloadTarget(Supplier<String> address, Optional<Login> login) {
        this.address = address;
        this.login = login;
    }

    /** An address that needs no user. */
    public static WorkloadTarget of(Supplier<String> address) {
        return new WorkloadTarget(address, Optional.empty());
    }

    /**
     * An address, for example {@code jdbc:postgresql://localhost:32768/test}, and the user who logs in. The password appears in no result
     * and no message.
     */
    public static WorkloadTarget of(Supplier<String> address, Supplier<String> user, Supplier<String> password) {
        return new WorkloadTarget(address, Optional.of(new Login(user, password)));
    }

    String address() {
        return address.get();
    }

    Optional<String> user() {
        return login.map(l -> l.user().get());
    }

    Optional<Secret> password() {
        return login.map(l -> Secret.of(l.password().get()));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        WorkloadExtension.store(context).put(WorkloadTarget.class, this);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        WorkloadExtension.store(context).put(WorkloadTarget.class, this);
    }

    /** That of the test, or else of its class. */
    static Optional<WorkloadTarget> of(ExtensionContext context) {
        return Optional.ofNullable(WorkloadExtension.store(context).get(WorkloadTarget.class, WorkloadTarget.class));
    }
}
