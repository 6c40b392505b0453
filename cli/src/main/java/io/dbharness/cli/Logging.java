package io.dbharness.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.FilterReply;
import java.time.ZoneId;
import java.util.Locale;
import java.util.logging.LogManager;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Logging to standard error, warnings and worse. Found by Logback itself; done in code because reading XML would take longer than all
 * the rest of a short command.
 */
public final class Logging extends ContextAwareBase implements Configurator {

    /** For Logback. */
    public Logging() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        Line line = new Line();
        line.setContext(context);
        line.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(line);
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
        // Azure's libraries warn at each request that makes something; failures are reported by exceptions.
        context.getLogger("com.azure").setLevel(Level.ERROR);
        // Faults of Docker or an image are reported by exceptions, in one line.
        context.getLogger("org.testcontainers").setLevel(Level.OFF);
        context.getLogger("tc").setLevel(Level.OFF);
        // The driver of MariaDB repeats each error that the server reports, those of orders that are rolled back as
        // specified too.
        context.getLogger("org.mariadb.jdbc").setLevel(Level.OFF);
        // The driver of Cassandra cancels, after it has been closed, what a node never answered; that it failed is
        // counted.
        context.getLogger("io.netty.util.concurrent.DefaultPromise.rejectedExecution")
                .setLevel(Level.OFF);
        context.addTurboFilter(new Partings());
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Filters the warnings and errors of JGroups when members leave: each run by agents ends so. */
    static final class Partings extends TurboFilter {

        private static final Pattern PARTING = Pattern.compile(
                "failed sending graceful close|failed handling message: .*(Stream|Socket|Connection).* (closed|reset)");

        @Override
        public FilterReply decide(
                @Nullable Marker marker,
                Logger logger,
                Level level,
                @Nullable String format,
                Object @Nullable [] parameters,
                @Nullable Throwable failure) {
            return format != null
                            && logger.getName().startsWith("org.jgroups.")
                            && PARTING.matcher(format).find()
                    ? FilterReply.DENY
                    : FilterReply.NEUTRAL;
        }
    }

    /** Silences what logs by {@code java.util.logging} (pgjdbc repeats there what its exceptions say), and says more when debugging. */
    static void start(boolean debug) {
        LogManager.getLogManager().reset();
        if (debug && LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
            root.setLevel(Level.DEBUG);
        }
    }

    /** Time of day, level, class, message, and the stack when there is one. Logback's patterns cost 0.04 s before the first line. */
    static final class Line extends LayoutBase<ILoggingEvent> {

        @Override
        public String doLayout(ILoggingEvent event) {
            String logger = event.getLoggerName();
            String line = String.format(
                    Locale.ROOT,
                    "%tT.%<tL %-5s %s: %s%n",
                    event.getInstant().atZone(ZoneId.systemDefault()),
                    event.getLevel(),
                    logger.substring(logger.lastIndexOf('.') + 1),
                    event.getFormattedMessage());
            return event.getThrowableProxy() == null
                    ? line
                    : line + ThrowableProxyUtil.asString(event.getThrowableProxy());
        }
    }
}
