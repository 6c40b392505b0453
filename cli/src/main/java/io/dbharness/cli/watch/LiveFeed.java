package io.dbharness.cli.watch;

import io.dbharness.model.HarnessException;
import io.dbharness.run.RunningFolder;
import io.dbharness.time.RunClock;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Renders pages of a folder while browsers are connected, and keeps the newest: slow browsers skip pages. Rendering takes a tenth of one
 * processor at most, and nothing without browsers. Thread-safe.
 */
final class LiveFeed {

    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    /** A page that took long to make is made less often. */
    private static final int REST = 10;

    /** Period of checks whether the other end of an idle connection is alive. */
    private static final long PING_NANOS = Duration.ofSeconds(10).toNanos();

    private static final String PAGE = "page";
    private static final String REPORT = "end";
    private static final String NO_REPORT = "gone";

    /** Where there is nothing to show. */
    private static final String NOTHING =
            "<header class=\"verdict\"><strong>NO DATA</strong><div><h1>nothing is there yet</h1></div></header><nav></nav>\n<main></main>";

    private static final String PING = ": still here\n\n";

    private final RunningFolder folder;
    private final boolean own;
    private final LiveSteps steps;
    private final RunClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Page newest = Page.NONE;
    private volatile String state = "";
    private int watching;
    private boolean ended;
    private boolean complete;

    /** @param own whether this process runs what it shows, and will say when it has ended */
    LiveFeed(RunningFolder folder, boolean own, LiveSteps steps, RunClock clock) {
        this.folder = folder;
        this.own = own;
        this.steps = steps;
        this.clock = clock;
    }

    /**
     * A page to send.
     *
     * @param number counts pages
     * @param event  as a server-sent event
     * @param last   whether a browser need not wait for another
     */
    record Page(long number, String event, boolean last) {

        static final Page NONE = new Page(0, "", false);

        static Page of(long number, String kind, String body) {
            StringBuilder event = new StringBuilder("event: " + kind + "\n");
            body.lines().forEach(line -> event.append("data: ").append(line).append('\n'));
            return new Page(number, event.append('\n').toString(), !kind.equals(PAGE));
        }
    }

    /** The body of a page of now; an empty one, which the next event fills, in the middle of a write. */
    String first() {
        try {
            return now();
        } catch (HarnessException e) {
            return NOTHING;
        }
    }

    /** The body of a page of now. */
    private String now() {
        return own && !ended() ? folder.running(steps.told()) : folder.body(steps.told());
    }

    /** Makes pages until the end. */
    void run() {
        try {
            long next = clock.now();
            while (awaitTurn(next)) {
                long began = clock.now();
                make(false);
                next = clock.now() + Math.max(EVERY_NANOS, REST * (clock.now() - began));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes the last page, and waits until browsers have it, or no longer than this. */
    void end(Duration limit) {
        long deadline = clock.now() + limit.toNanos();
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        make(true);
        lock.lock();
        try {
            while (watching > 0 && clock.now() < deadline) {
                clock.awaitUntil(changed, deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /** One more browser, unless there are too many; each that has joined leaves. */
    boolean join(int most) {
        lock.lock();
        try {
            boolean room = watching < most;
            watching += room ? 1 : 0;
            changed.signalAll();
            return room;
        } finally {
            lock.unlock();
        }
    }

    void leave() {
        lock.lock();
        try {
            watching--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for a newer page; after a while without one, for a sign of life in its place. */
    Page after(Page page) throws InterruptedException {
        long deadline = clock.now() + PING_NANOS;
        lock.lock();
        try {
            while (newest.number() == page.number() && clock.now() < deadline) {
                clock.awaitUntil(changed, deadline);
            }
            return newest.number() == page.number() ? new Page(page.number(), PING, false) : newest;
        } finally {
            lock.unlock();
        }
    }

    private boolean ended() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitTurn(long next) throws InterruptedException {
        lock.lock();
        try {
            while (!ended && watching == 0) {
                changed.await();
            }
            while (!ended && clock.now() < next) {
                clock.awaitUntil(changed, next);
            }
            return !ended;
        } finally {
            lock.unlock();
        }
    }

    /** A folder in the middle of a write is looked at again a second later. */
    private void make(boolean last) {
        try {
            String found = folder.state() + " " + steps.changes();
            if (last || !found.equals(state)) {
                boolean report = (last || !own) && folder.finished();
                put(report ? REPORT : last ? NO_REPORT : PAGE, now(), last);
                state = found;
            }
        } catch (HarnessException e) {
            if (last) {
                put(NO_REPORT, NOTHING, true);
            }
        }
    }

    private void put(String kind, String body, boolean last) {
        lock.lock();
        try {
            if (!complete) {
                complete = last;
                newest = Page.of(newest.number() + 1, kind, body);
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
}
