package io.dbharness.provisioning.local;

import io.dbharness.provisioning.spi.Facts;
import io.dbharness.provisioning.spi.Presence;
import io.dbharness.provisioning.spi.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The rates of a disk, until its keeper has seen what it does. */
final class LimitPart implements Part {

    @Override
    public Map<String, String> apply(Step step, Facts earlier) throws IOException {
        Throttle throttle = Throttle.here();
        String enabled = throttle.enable();
        throttle.limit(numbers(step, earlier).orElseThrow(), Arguments.rates(step));
        return Map.of(
                Names.THROTTLE, throttle.word(), Names.ROOT, throttle.root().toString(), Names.ENABLED, enabled);
    }

    /** Before the disk is unmounted: a server that stops, and all that is still to be written, need not be slow any more. */
    @Override
    public void undo(Step step, Facts facts) throws IOException {
        Optional<String> numbers = numbers(step, facts);
        if (numbers.isPresent()) {
            Throttle throttle = throttle(step, facts);
            throttle.limit(numbers.get(), Rates.UNLIMITED);
            throttle.disable(facts.of(step.id(), Names.ENABLED).orElse(""));
        }
    }

    @Override
    public Presence presence(Step step, Facts facts) throws IOException {
        Optional<String> numbers = numbers(step, facts);
        return Part.present(numbers.isPresent() && throttle(step, facts).limits(numbers.get()));
    }

    private static Throttle throttle(Step step, Facts facts) throws IOException {
        Optional<String> word = facts.of(step.id(), Names.THROTTLE);
        return word.isPresent() ? Throttle.of(word.get(), Path.of(facts.text(step.id(), Names.ROOT))) : Throttle.here();
    }

    private static Optional<String> numbers(Step step, Facts facts) {
        return facts.of(Kind.LOOP.of(step.subject()), Names.NUMBERS);
    }
}
