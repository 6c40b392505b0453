package io.dbharness.run;

import io.dbharness.load.RunWindows;
import io.dbharness.measure.IntervalSnapshot;
import io.dbharness.plan.RunPlan.Precision;
import io.dbharness.result.RateError;
import java.util.List;

/** Keeps a diary of what a person who waits is told, but for the intervals. */
record DiaryListener(List<String> diary) implements RunListener {

    @Override
    public void step(String description) {
        diary.add(description);
    }

    @Override
    public void begin(RunWindows windows) {
        diary.add("begin");
    }

    @Override
    public void precision(RateError error, Precision asked) {
        diary.add("precision " + asked.error());
    }

    @Override
    public void interval(IntervalSnapshot snapshot) {}

    @Override
    public void advance(String phase, long done, long total, String unit) {
        diary.add(phase + " " + done + " of " + total + " " + unit);
    }
}
