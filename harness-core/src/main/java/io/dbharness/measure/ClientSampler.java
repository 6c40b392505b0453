package io.dbharness.measure;

import io.dbharness.load.RunWindows;
import io.dbharness.measure.Recorder.Finished;
import io.dbharness.model.Internal;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds how much of the service times is the client's own: for some requests it reads, before the start and after the end, the processor
 * time and the run-queue delay of the threads that serve it. Threads mark and finish; one other thread explains what they finished.
 */
@Internal
public final class ClientSampler {

    /** Mean distance of samples over all threads of all processes that share the load: a sample costs about 3 us of processor time. */
    private static final long NANOS_APART = 1_000_000_000L / 1_000;

    private static final int RAREST = 4_096;

    private final RunWindows windows;
    private final boolean answeredElsewhere;
    private final long nanosApart;
    private final Map<Thread, Track> tracks = new ConcurrentHashMap<>();
    private final Queue<Sample> finished = new ConcurrentLinkedQueue<>();
    private final Map<String, ClientShare> shares = new TreeMap<>();
    private volatile boolean queueingTold = true;
    private volatile boolean begun;

    /** The times of a thread when a request starts. */
    private record Reading(Track track, long cpu, long queued) {}

    /** A request that is sampled, at its start. */
    public static final class Mark {

        private final Track starter;
        private final List<Reading> readings;
        private final int weight;

        private Mark(Track starter, List<Reading> readings, int weight) {
            this.starter = starter;
            this.readings = readings;
            this.weight = weight;
        }
    }

    /**
     * A sampled request that has ended.
     *
     * @param cpu    processor time of its threads meanwhile
     * @param queued how long they waited for a processor meanwhile
     * @param weight number of requests that it represents; 0 if it does not belong to the measurement
     */
    record Sample(String operation, long started, long ended, long cpu, long queued, int weight) {}

    /**
     * @param windows           only requests of the measurement count; those of the warm-up are sampled all the same, so that the code is
     *                          compiled by then
     * @param answeredElsewhere whether a request may end on another thread than the one that starts it
     * @param processes         how many share the load, and these samples
     */
    public ClientSampler(RunWindows windows, boolean answeredElsewhere, int processes) {
        this.windows = windows;
        this.answeredElsewhere = answeredElsewhere;
        this.nanosApart = processes * NANOS_APART;
    }

    /** Starts to sample requests. */
    public void begin() {
        begun = true;
    }

    /** Called after a sampled request has ended, by the thread that got the answer. */
    public void finished(Mark mark, Finished request) {
        Track own = track();
        long cpu = 0;
        long queued = 0;
        boolean known = false;
        for (Reading before : mark.readings) {
            if (before.track == own || before.track == mark.starter) {
                cpu += before.track.times.cpuNanos() - before.cpu;
                queued += Math.max(0, before.track.times.queuedNanos() - before.queued);
                known |= before.track == own;
            }
        }
        if (known && !request.failed()) {
            int weight = mark.weight * windows.measured(request.intended());
            finished.add(
                    new Sample(request.operation().name(), request.started(), request.ended(), cpu, queued, weight));
        }
    }

    /** The sampling of what the calling thread starts. */
    public Track track() {
        Track known = tracks.get(Thread.currentThread());
        if (known != null) {
            return known;
        }
        Track track = new Track();
        if (!track.times.tellsQueueing()) {
            queueingTold = false;
        }
        tracks.put(Thread.currentThread(), track);
        return track;
    }

    /** Explains the requests that ended before {@code instant}; their pauses must be known by now. One thread. */
    public void explain(long instant, Pauses pauses) {
        for (Sample sample = finished.peek(); sample != null && sample.ended() < instant; sample = finished.peek()) {
            finished.remove();
            if (sample.weight() == 0) {
                continue;
            }
            long paused = pauses.within(sample.started(), sample.ended());
            for (String group : List.of(sample.operation(), ClientDelays.TOTAL)) {
                shares.computeIfAbsent(group, name -> new ClientShare()).add(sample, paused);
            }
        }
    }

    /** Everything that was found; ends the reading. The thread of {@link #explain}. */
    public ClientDelays delays(Pauses pauses) {
        explain(Long.MAX_VALUE, pauses);
        tracks.values().forEach(track -> track.times.close());
        return ClientDelays.of(queueingTold, shares, pauses, windows.measureFrom());
    }

    /** The sampling state of one thread. */
    public final class Track {

        private final ThreadTimes times = new ThreadTimes();
        private final SplittableRandom random = new SplittableRandom();
        private int every = 1;
        private int left = 1;
        private long lastSample;

        private Track() {}

        /** Called before a request starts, at {@code now}. Null for most requests: they are not sampled. */
        public @Nullable Mark mark(long now) {
            if (--left > 0 || !begun) {
                return null;
            }
            int weight = next(now, tracks.size() * nanosApart);
            Stream<Track> read = answeredElsewhere ? tracks.values().stream() : Stream.of(this);
            return new Mark(this, read.map(Track::read).toList(), weight);
        }

        /**
         * Plans the next sample, at a random distance so that no pattern of the load coincides with the samples. Returns this sample's
         * weight.
         */
        private int next(long now, long wanted) {
            int weight = every;
            long apart = now - lastSample;
            lastSample = now;
            if (apart < wanted / 2) {
                every = Math.min(RAREST, 2 * every);
            } else if (apart > 2 * wanted) {
                every = Math.max(1, every / 2);
            }
            left = 1 + random.nextInt(2 * every - 1);
            return weight;
        }

        private Reading read() {
            return new Reading(this, times.cpuNanos(), times.queuedNanos());
        }
    }
}
