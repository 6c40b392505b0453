package io.dbharness.junit;

import io.dbharness.model.UsageException;
import io.dbharness.result.RunResult;
import io.dbharness.run.RunOutcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;

/** Makes the runs that a {@link RunWorkload} asks for, and gives their results to the parameters of a test. */
final class WorkloadExtension implements ParameterResolver {

    /** Key of the stored results of a declaration. */
    private record Key(RunWorkload workload) {}

    /** For JUnit. */
    WorkloadExtension() {}

    static Store store(ExtensionContext context) {
        return context.getStore(Namespace.create(WorkloadExtension.class));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        String type = parameter.getParameter().getParameterizedType().getTypeName();
        return type.equals(RunResult.class.getName())
                || type.equals(List.class.getName() + "<" + RunResult.class.getName() + ">");
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        List<RunResult> results = results(context);
        if (parameter.getParameter().getType() == List.class) {
            return results;
        }
        if (results.size() > 1) {
            throw new UsageException(List.of("@Workload makes " + results.size()
                    + " runs; take them as a List<RunResult>, or leave out repeat"));
        }
        return results.get(0);
    }

    /** Those of the method's own declaration, or else those that the class's methods share. */
    private static List<RunResult> results(ExtensionContext context) {
        Optional<RunWorkload> ofMethod =
                context.getTestMethod().flatMap(method -> AnnotationSupport.findAnnotation(method, RunWorkload.class));
        RunWorkload workload = ofMethod.or(() -> ofClass(context))
                .orElseThrow(() -> new UsageException(
                        List.of("a RunResult comes from a @Workload; put one on the method or its class")));
        ExtensionContext owner = ofMethod.isPresent() ? context : outermost(context, workload);
        Results results = store(owner)
                .getOrComputeIfAbsent(new Key(workload), key -> new Results(make(workload, context)), Results.class);
        for (RunOutcome outcome : results.all()) {
            RunResult result = outcome.result();
            context.publishReportEntry("dbharness", RunText.line(result));
            if (outcome.judgement().failed()) {
                throw new AssertionFailedError(RunText.about(
                        result,
                        "fail-if: " + String.join("; ", outcome.judgement().reasons())));
            }
        }
        return results.all().stream().map(RunOutcome::result).toList();
    }

    private record Results(List<RunOutcome> all) {}

    private static List<RunOutcome> make(RunWorkload workload, ExtensionContext context) {
        TestRun run = TestRun.of(workload, WorkloadTarget.of(context), context::getConfigurationParameter);
        // JUnit closes what is in the store of all tests after the last of them.
        return store(context.getRoot())
                .getOrComputeIfAbsent(SharedHarness.class, key -> new SharedHarness(), SharedHarness.class)
                .run(run);
    }

    private static Optional<RunWorkload> ofClass(ExtensionContext context) {
        return context.getTestClass()
                .flatMap(type ->
                        AnnotationSupport.findAnnotation(type, RunWorkload.class, context.getEnclosingTestClasses()));
    }

    /** Whichever of the classes in each other is executed first, they share one run. */
    private static ExtensionContext outermost(ExtensionContext context, RunWorkload workload) {
        return context.getParent()
                .filter(parent -> ofClass(parent).filter(workload::equals).isPresent())
                .map(parent -> outermost(parent, workload))
                .orElse(context);
    }
}
