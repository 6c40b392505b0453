package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbharness.cli.testkit.Captured;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The hook runs in a thread of the test's own; halting only writes down the code. */
@Timeout(60)
class ShutdownHookTest {

    private final Captured err = new Captured();
    private final List<Object> events = new CopyOnWriteArrayList<>();

    private ShutdownHook of(Thread main) {
        return new ShutdownHook(main, err.stream(), hook -> {}, events::add);
    }

    @Test
    void aMeasuredRunIsSettledBeforeTheProcessEnds() throws Exception {
        ShutdownHook interruption = of(Thread.currentThread());
        CountDownLatch asked = new CountDownLatch(1);
        interruption.preparing(asked::countDown, () -> events.add("server stopped"));
        interruption.measuring();

        Thread hook = new Thread(interruption::shutDown);
        hook.start();
        asked.await();
        events.add("result written");
        interruption.finished();
        hook.join();

        assertThat(events).containsExactly("result written", 130);
        assertThat(interruption.requested()).isTrue();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(err.text()).contains("the partial result is kept");
    }

    @Test
    void beforeTheFirstRequestEverythingIsGivenUpAtOnce() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        ShutdownHook[] interruption = new ShutdownHook[1];
        CountDownLatch ready = new CountDownLatch(1);
        Thread main = new Thread(() -> {
            try {
                ready.await();
                never.await();
            } catch (InterruptedException e) {
                events.add("loading given up");
                interruption[0].finished();
            }
        });
        interruption[0] = of(main);
        interruption[0].preparing(() -> events.add("settled"), () -> events.add("server stopped"));
        main.start();
        ready.countDown();

        interruption[0].shutDown();
        main.join();

        assertThat(events)
                .containsExactlyInAnyOrder("server stopped", "loading given up", 130)
                .endsWith(130);
    }

    @Test
    void aProcessThatEndsByItselfKeepsItsOwnCode() {
        ShutdownHook interruption = of(Thread.currentThread());
        interruption.finished();

        interruption.shutDown();

        assertThat(events).isEmpty();
        assertThat(interruption.requested()).isFalse();
    }
}
