package io.dbharness.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/**
 * A test of a property: it is tried with {@link Draws} of the seeds 1 to {@link #tries}, in the nightly profile to {@link #nightly}. The
 * name of each try is its seed.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "seed {0}")
@ArgumentsSource(SeededTest.Tries.class)
public @interface SeededTest {

    int tries();

    /** Number of tries in the nightly profile; 0 for as many as in every build. */
    int nightly() default 0;

    final class Tries implements ArgumentsProvider, AnnotationConsumer<SeededTest> {

        private int tries;

        @Override
        public void accept(SeededTest annotation) {
            tries = TestEffort.of(annotation.tries(), Math.max(annotation.tries(), annotation.nightly()));
        }

        @Override
        public Stream<? extends Arguments> provideArguments(
                ParameterDeclarations parameters, ExtensionContext context) {
            return LongStream.rangeClosed(1, tries).mapToObj(seed -> Arguments.of(new Draws(seed)));
        }
    }
}
