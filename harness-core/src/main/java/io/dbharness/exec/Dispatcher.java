package io.dbharness.exec;

import io.dbharness.plan.RunPlan;
import io.dbharness.target.Session;
import io.dbharness.time.RunClock;
import java.util.concurrent.Semaphore;

/** The loop that sends what comes due while a place in the window is free; what is due when an answer comes is sent with the answer. */
final class Dispatcher<S extends Session> {

    private final Schedule<S> schedule;
    private final RunClock clock;
    private final int places;
    private final Semaphore free;
    private final Place.Window<S> window;

    Dispatcher(RealTimeRun<S> run, RunPlan plan, S session) {
        this.schedule = run.schedule(0);
        this.clock = run.workplace().clock();
        this.places = plan.connections();
        this.free = new Semaphore(places);
        this.window = new Place.Window<>(session, schedule, run.workplace(), new Place.Retries(plan), free::release);
    }

    void work() throws InterruptedException {
        while (true) {
            // The place first: a user taken without one would wait while answers serve those behind it.
            free.acquire();
            long freeSince = clock.now();
            User<S> user = schedule.take();
            if (user == null) {
                free.release();
                break;
            }
            new Place<>(window).serve(user, freeSince);
        }
        // The last answers are awaited here, so that the run knows when nothing is in flight.
        free.acquire(places);
    }
}
