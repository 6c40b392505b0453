package io.dbharness.embedded;

import io.dbharness.embedded.ServerHome.Layout;
import io.dbharness.embedded.ServerHome.ScratchFolder;
import io.dbharness.model.HarnessException;
import io.dbharness.sut.RunningServer;
import io.dbharness.sut.TargetSpec;
import io.dbharness.time.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * The parts that starts of all embedded servers share.
 *
 * @param random  source of passwords and ports
 * @param cache   directory of unpacked programs
 * @param scratch directory of temporary data
 */
public record Starter(RunClock clock, RandomGenerator random, UserCache cache, ScratchFolder scratch) {

    public static Starter standard(RunClock clock) {
        return new Starter(clock, new SecureRandom(), UserCache.standard(System.getenv()), ScratchFolder.standard());
    }

    /** Starts a server in its directory; the server closes the directory when it stops. */
    @FunctionalInterface
    public interface Launch {

        RunningServer in(ServerHome home) throws IOException, InterruptedException;
    }

    /**
     * Starts a server in its directory; converts any failure to a {@link HarnessException} with a one-sentence message.
     *
     * @param product its name, for messages
     */
    public RunningServer start(String product, TargetSpec spec, Layout layout, Launch launch) {
        try {
            ServerHome home = spec.dataDir().isPresent()
                    ? ServerHome.kept(spec.dataDir().get(), layout)
                    : ServerHome.scratch(scratch.directory(), layout);
            boolean started = false;
            try {
                RunningServer server = launch.in(home);
                started = true;
                return server;
            } finally {
                if (!started) {
                    home.close();
                }
            }
        } catch (IOException | UncheckedIOException e) {
            throw new HarnessException("cannot start the embedded " + product + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HarnessException("interrupted while the embedded " + product + " was starting", e);
        }
    }

    public byte[] draw(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}
