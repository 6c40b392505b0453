package io.dbharness.jdbc.dataset;

import io.dbharness.model.Internal;
import io.dbharness.workload.Check;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Checks the number of rows: rows before the run, plus inserted ones, minus deleted ones. Not thread-safe. */
@Internal
public final class RowCountCheck {

    private static final long UNCOUNTED = -1;

    private final String name;
    private final List<RowLedger> ledgers;
    private final String where;
    private long before = UNCOUNTED;
    private long counted = UNCOUNTED;

    /**
     * Creates a check before the first count.
     *
     * @param name    name of the check
     * @param ledgers changes of the number of rows by runs
     * @param where   end of its messages, for example {@code  in 2 tables}
     */
    public RowCountCheck(String name, List<RowLedger> ledgers, String where) {
        this.name = name;
        this.ledgers = List.copyOf(ledgers);
        this.where = where;
    }

    /**
     * Checks the rows of a marked data set. Before a run, their number must equal that of the marker. After a run that passes without
     * pending commits, the marker records their number.
     */
    public Check check(String when, MarkedDataSet tables, LongSupplier count) {
        boolean after = before != UNCOUNTED && "after".equals(when);
        Check check = check(when, count);
        OptionalLong noted = tables.notes().counted();
        if (after) {
            boolean settled = ledgers.stream()
                    .map(RowLedger::balance)
                    .allMatch(balance -> balance.unknown() == 0 && balance.lost() == 0);
            if (check.passed() && settled && noted.isEmpty()) {
                tables.counted(counted);
            }
            return check;
        }
        boolean passed = noted.isEmpty() || noted.getAsLong() == counted;
        String detail = passed
                ? check.detail()
                : String.format(
                        Locale.ROOT,
                        "%s, but the load and the runs since have left %,d: %,d %s",
                        check.detail(),
                        noted.getAsLong(),
                        Math.abs(noted.getAsLong() - counted),
                        noted.getAsLong() > counted ? "are gone" : "too many");
        return new Check(name, when, passed, detail);
    }

    /** Before a run, counts the rows and resets the ledgers; after a run, compares. */
    public Check check(String when, LongSupplier count) {
        if (before == UNCOUNTED || "before".equals(when)) {
            before = count.getAsLong();
            counted = before;
            ledgers.forEach(RowLedger::reset);
            return new Check(name, when, true, String.format(Locale.ROOT, "%,d rows%s", before, where));
        }
        long found = ServerRecovery.await(count::getAsLong);
        counted = found;
        RowLedger.Balance balance = ledgers.stream()
                .map(RowLedger::balance)
                .reduce(RowLedger.Balance::plus)
                .orElseThrow();
        long known = before + balance.known();
        long lost = known + balance.fewest() - found;
        long foreign = found - known - balance.most();
        String detail = detail(balance, known, found);
        if (balance.lost() > 0) {
            return new Check(
                    name,
                    when,
                    true,
                    detail + "; not compared, as what a lost agent was last acknowledged is not known");
        }
        if (lost > 0) {
            detail += String.format(Locale.ROOT, "; %,d that the server acknowledged are not there", lost);
        } else if (foreign > 0) {
            detail += String.format(
                    Locale.ROOT,
                    "; %,d too many: another client wrote, or deletes that were acknowledged are undone",
                    foreign);
        }
        return new Check(name, when, lost <= 0 && foreign <= 0, detail);
    }

    private String detail(RowLedger.Balance balance, long known, long found) {
        String sum = String.format(
                Locale.ROOT,
                "%,d before + %,d inserted - %,d deleted = %,d; counted %,d%s",
                before,
                balance.inserted(),
                balance.deleted(),
                known,
                found,
                where);
        return balance.unknown() == 0
                ? sum
                : String.format(
                        Locale.ROOT,
                        "%s, with %,d to %,d more by %,d transactions whose commit was not answered",
                        sum,
                        balance.fewest(),
                        balance.most(),
                        balance.unknown());
    }
}
