package io.dbharness.run;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.dbharness.load.RunWindows;
import io.dbharness.measure.Pauses;
import io.dbharness.time.RunClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records garbage collection pauses from JVM notifications, in milliseconds. Closed by the thread that created it. */
final class CollectionWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CollectionWatch.class);
    private static final long MILLI = Duration.ofMillis(1).toNanos();

    private final NotificationListener listener = (notification, handback) -> note(notification);
    private final List<NotificationEmitter> collectors;
    private final RunWindows windows;
    private final Pauses pauses;
    private final RunClock clock;
    /**
     * The zero of the collection clock on the run clock, at the latest. Each notification follows the end of its collection and refines the
     * bound.
     */
    private long origin = Long.MAX_VALUE;

    CollectionWatch(RunClock clock, RunWindows windows, Pauses pauses) {
        this.windows = windows;
        this.pauses = pauses;
        this.clock = clock;
        this.collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(CollectionWatch::stopsThreads)
                .filter(NotificationEmitter.class::isInstance)
                .map(NotificationEmitter.class::cast)
                .toList();
        collectors.forEach(collector -> collector.addNotificationListener(listener, null, null));
    }

    /** Excludes the cycles of concurrent collectors, which report cycles and pauses under two names. */
    private static boolean stopsThreads(GarbageCollectorMXBean collector) {
        return !collector.getName().endsWith("Cycles");
    }

    private synchronized void note(Notification notification) {
        if (!notification.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            return;
        }
        var collection = GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData())
                .getGcInfo();
        origin = Math.min(origin, clock.now() - collection.getEndTime() * MILLI);
        long from = origin + collection.getStartTime() * MILLI;
        // Both ends are whole milliseconds, rounded down.
        long to = origin + (collection.getEndTime() + 1) * MILLI;
        if (windows.measures(from)) {
            pauses.add(new Pauses.Pause(Pauses.Cause.COLLECTION, from - MILLI, from, to), from - 120_000 * MILLI);
        }
    }

    @Override
    public void close() {
        for (NotificationEmitter collector : collectors) {
            try {
                collector.removeNotificationListener(listener);
            } catch (ListenerNotFoundException e) {
                LOG.debug("a collector's listener is gone", e);
            }
        }
    }
}
