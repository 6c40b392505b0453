package io.dbharness.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.logging.LogManager;
import org.slf4j.LoggerFactory;

/**
 * Logging to standard error, warnings and worse. Found by Logback itself; done in code because reading XML would take longer than all
 * the rest of a short command.
 */
public final class Logging extends ContextAwareBase implements Configurator {

    private static final String LINE = "%d{HH:mm:ss.SSS} %-5level %logger{20}: %msg%n";

    /** For Logback. */
    public Logging() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        PatternLayoutEncoder encoder = new PatternLayoutEncoder();
        encoder.setContext(context);
        encoder.setPattern(LINE);
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        // The pool warns when a run that is stopped early does not wait for connections still being opened.
        context.getLogger("com.zaxxer.hikari").setLevel(Level.ERROR);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Silences what logs by {@code java.util.logging} (pgjdbc repeats there what its exceptions say), and says more when debugging. */
    static void start(boolean debug) {
        LogManager.getLogManager().reset();
        if (debug && LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.setLevel(Level.DEBUG);
        }
    }
}
