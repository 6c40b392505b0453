package io.dbharness.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Has a workload run, and its result given to a parameter of the type {@link io.dbharness.result.RunResult}.
 *
 * <pre>{@code
 * @Test
 * @RunWorkload(value = "tpcc", options = {"warehouses=1", "think-time=none", "connections=4", "warmup=2s", "duration=10s"})
 * void newOrdersAreQuick(RunResult result) {
 *     assertThat(result).isValid().p99("NewOrder").isLessThan(Duration.ofMillis(50));
 * }
 * }</pre>
 *
 * <p>On a method, each execution of it has a run of its own. On a class, its methods share one run. Runs are made one after the other, also
 * where tests are executed in parallel, and share the servers that they start, which are stopped after the last test.
 *
 * <p>JUnit's configuration parameters {@code dbharness.target}, {@code dbharness.user}, {@code dbharness.password}, {@code
 * dbharness.warmup} and {@code dbharness.duration}, which may be given as system properties, take the place of the options of that name:
 * the same tests run against another server, or for longer. {@code dbharness.out} is a directory in which each run leaves a directory with
 * its result and its report.
 *
 * <p>What is wrong with the options is a {@link io.dbharness.model.UsageException}, all of it at once, before anything is started.
 */
@Documented
@Inherited
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(WorkloadExtension.class)
public @interface RunWorkload {

    /**
     * Its name, as {@code harness.jar list} prints it, for example {@code tpcc} or {@code sysbench point-select}. Its module is on the
     * class path.
     */
    String value();

    /**
     * Options as {@code name=value}, with the names, values and defaults of the command line. A test fails if a condition of {@code
     * fail-if} holds, and by {@code strict-latency} and {@code fail-on-inconclusive} as a command does.
     */
    String[] options() default {};

    /**
     * The address of the target, for example {@code embedded:postgresql} or {@code jdbc:postgresql://localhost/bench}. Left out, that of
     * the class's
     * {@link WorkloadTarget}, or else the workload's own default.
     */
    String target() default "";

    /**
     * Number of runs, each with a seed one higher than the run before. More than one are given to a parameter of the type {@code
     * List<RunResult>}.
     */
    int repeat() default 1;
}
