package io.dbharness.cql.driver;

import com.datastax.oss.driver.api.core.CqlSession;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.ServerProbe;
import io.dbharness.sut.SessionSource;
import io.dbharness.sut.Target;
import io.dbharness.sut.Target.FailureClassifier;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import io.dbharness.time.SystemClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A Cassandra-compatible cluster. One driver session, opened at first use, serves the load, all users and every check. Thread-safe. */
public final class CqlTarget implements Target<DriverSession> {

    private final CqlOptions options;
    private final TargetSpec spec;
    private final RunClock clock = new SystemClock();
    private final ReadCounts reads = new ReadCounts();
    private final NodeTimes times = new NodeTimes(clock);
    private CqlAddress address;
    private List<String> keyspaces = List.of();
    private @Nullable CqlSession driver;
    private boolean closed;

    CqlTarget(CqlAddress address, CqlOptions options, TargetSpec spec) {
        this.address = address;
        this.options = options;
        this.spec = spec;
    }

    /** Sets the keyspaces of a workload that brings its own, at least one. Must be called before any request to the cluster. */
    public synchronized void moveTo(List<String> own) {
        if (driver != null) {
            throw new IllegalStateException("in use");
        }
        address = new CqlAddress(address.contacts(), own.get(0), address.query());
        keyspaces = List.copyOf(own);
    }

    /** Returns the counts of all reads since this target was opened. */
    public ReadCounts reads() {
        return reads;
    }

    /**
     * Returns the driver's session, the same at every call; the target closes it.
     *
     * @throws io.dbharness.model.TargetUnreachableException if it cannot be opened
     */
    public synchronized CqlSession driver() {
        CqlSession open = driver;
        if (open == null) {
            if (closed) {
                throw new HarnessException("the target " + address + " was closed");
            }
            open = new Connector(address, options, spec, keyspaces).open(options.eventLoops(), Optional.of(times));
            driver = open;
        }
        return open;
    }

    /** Returns the keyspace of the workload's tables, which may not exist. */
    public String keyspace() {
        return address().keyspace();
    }

    /** Returns the replicas by data centre for a keyspace that the workload creates; empty if the address has no such option. */
    public Map<String, Integer> replication() {
        return options.replication();
    }

    /** Creates a monitor of the compactions and flushes that the nodes have left; the caller closes it. It waits on this clock. */
    public Compactions compactions(RunClock time) {
        return new Compactions(nodeViews(), time);
    }

    @Override
    public Class<DriverSession> sessionType() {
        return DriverSession.class;
    }

    @Override
    public TargetInfo info() {
        return CqlFacts.read(address(), options, driver());
    }

    @Override
    public SessionSource<DriverSession> dedicatedSessions() {
        return new SharedSession();
    }

    @Override
    public SessionSource<DriverSession> leasedSessions(int size) {
        return new SharedSession();
    }

    @Override
    public boolean answersLater() {
        return true;
    }

    @Override
    public FailureClassifier failures() {
        return new CqlFailures();
    }

    @Override
    public OptionalLong usableBytes() {
        return options.usableBytes();
    }

    /** Returns the capacity of the disk under each node if the client can know it: embedded nodes share one disk. */
    public OptionalLong nodeDiskBytes() {
        int nodes = Math.max(1, address().contacts().size());
        return options.diskBytes().stream().map(bytes -> bytes / nodes).findFirst();
    }

    /** Reads a row that every node has about itself. */
    @Override
    public boolean roundTrip(DriverSession session) {
        session.driver().execute("SELECT key FROM system.local");
        return true;
    }

    @Override
    public ServerProbe probe() {
        return new CqlProbe(nodeViews(), times, reads, clock);
    }

    @Override
    public void close() {
        CqlSession open;
        synchronized (this) {
            open = driver;
            driver = null;
            closed = true;
        }
        if (open != null) {
            open.close();
        }
    }

    private NodeViews nodeViews() {
        return new NodeViews(connector(), new JmxNodes(options.jmx(), clock), keyspace(), clock);
    }

    private synchronized Connector connector() {
        return new Connector(address, options, spec, keyspaces);
    }

    private synchronized CqlAddress address() {
        return address;
    }

    /** Returns the address without options and credentials. */
    @Override
    public String toString() {
        return address().toString();
    }

    /** Returns the one session at every call. */
    private final class SharedSession implements SessionSource<DriverSession> {

        @Override
        public DriverSession acquire() {
            return new DriverSession(driver());
        }

        @Override
        public void release(DriverSession session) {}

        @Override
        public void discard(DriverSession session) {}

        @Override
        public void close() {}
    }
}
