package io.dbharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoggingTest {

    private static final Instant NINE = LocalDateTime.of(2026, 1, 2, 9, 0, 0, 5_000_000)
            .atZone(ZoneId.systemDefault())
            .toInstant();

    private static String line(Level level, @Nullable Throwable cause) {
        LoggingEvent event = new LoggingEvent(
                "",
                new LoggerContext().getLogger("io.dbharness.jdbc.LeasedSessions"),
                level,
                "{} sessions are gone",
                cause,
                new Object[] {3});
        event.setInstant(NINE);
        return new Logging.Line().doLayout(event);
    }

    @Test
    void aLineHasTimeLevelClassAndMessage() {
        assertThat(line(Level.WARN, null))
                .isEqualTo("09:00:00.005 WARN  LeasedSessions: 3 sessions are gone" + System.lineSeparator());
    }

    @Test
    void theCauseFollowsWithItsStack() {
        assertThat(line(Level.DEBUG, new IllegalStateException("closed", new IllegalArgumentException("by peer"))))
                .startsWith("09:00:00.005 DEBUG LeasedSessions: 3 sessions are gone" + System.lineSeparator()
                        + "java.lang.IllegalStateException: closed" + System.lineSeparator() + "\tat ")
                .contains("Caused by: java.lang.IllegalArgumentException: by peer")
                .endsWith(System.lineSeparator())
                .doesNotEndWith(System.lineSeparator() + System.lineSeparator());
    }

    @Test
    void aFullSecondIsWrittenLikeAnyOther() {
        LoggingEvent event =
                new LoggingEvent("", new LoggerContext().getLogger("Plain"), Level.ERROR, "gone", null, new Object[0]);
        event.setInstant(NINE.minusMillis(5));

        assertThat(new Logging.Line().doLayout(event))
                .isEqualTo("09:00:00.000 ERROR Plain: gone" + System.lineSeparator());
    }

    @Test
    void driversThatWarnOfWhatIsNoFaultAreNotHeard() {
        LoggerContext context = new LoggerContext();
        new Logging().configure(context);

        for (String driver : List.of("com.zaxxer.hikari.pool", "com.azure.core.http")) {
            assertThat(context.getLogger(driver).isWarnEnabled()).as(driver).isFalse();
            assertThat(context.getLogger(driver).isErrorEnabled()).as(driver).isTrue();
        }
        assertThat(context.getLogger("io.dbharness.jdbc").isWarnEnabled()).isTrue();
    }
}
