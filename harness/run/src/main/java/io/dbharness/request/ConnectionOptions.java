package io.dbharness.request;

import io.dbharness.model.Internal;
import io.dbharness.model.UsageException;
import io.dbharness.quantity.Quantities;
import io.dbharness.sut.TargetInfo;
import io.dbharness.sut.TargetSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The options of a target that concern its connections. They travel as texts in {@link TargetSpec#options}.
 *
 * @param transactions transactions of a connection before it is replaced; 0 if it is kept
 * @param idle         further connections, which are open and idle during a run
 */
@Internal
public record ConnectionOptions(int transactions, int idle) {

    /** The name of the option for {@link #transactions}. */
    public static final String RECONNECT = "reconnect";

    /** The name of the option for {@link #idle}. */
    public static final String IDLE = "idle-connections";

    /**
     * Parses the options of a target.
     *
     * @throws UsageException if a value is not a whole number in range
     */
    public static ConnectionOptions of(TargetSpec target) {
        return new ConnectionOptions(whole(target, RECONNECT), whole(target, IDLE));
    }

    private static int whole(TargetSpec target, String name) {
        String text = target.options().getOrDefault(name, "0");
        return (int) Quantities.whole(text).stream()
                .filter(number -> number >= 0 && number <= CommonOptions.MOST_TRANSACTIONS)
                .findFirst()
                .orElseThrow(() -> new UsageException(List.of("target option " + name + " '" + text
                        + "' is not a whole number from 0 to " + CommonOptions.MOST_TRANSACTIONS)));
    }

    /**
     * Refuses options that a target cannot follow.
     *
     * @throws UsageException with one sentence for each of them
     */
    public void require(TargetSpec target, Catalog catalog) {
        List<String> refusals = refusals(target.options());
        if (!refusals.isEmpty() && !catalog.opensConnections(target.url())) {
            throw new UsageException(refusals);
        }
    }

    /** Returns the facts of a target with the options that were given. A load that reconnects uses no pool. */
    public TargetInfo describe(TargetInfo info) {
        Map<String, String> settings = new TreeMap<>(info.settings());
        if (transactions > 0) {
            settings.keySet().removeIf(name -> name.startsWith("pool."));
            settings.put(RECONNECT, Integer.toString(transactions));
        }
        if (idle > 0) {
            settings.put(IDLE, Integer.toString(idle));
        }
        return new TargetInfo(info.product(), info.version(), info.url(), settings, info.caveats());
    }

    /** Returns the target without further connections. */
    public static TargetSpec withoutIdle(TargetSpec target) {
        Map<String, String> others = new HashMap<>(target.options());
        others.remove(IDLE);
        return new TargetSpec(target.url(), target.user(), target.password(), target.dataDir(), others);
    }

    /** Returns the sentence that refuses these options for a target without such connections. */
    static List<String> refusals(Map<String, String> options) {
        List<String> refusals = new ArrayList<>();
        for (String name : List.of(RECONNECT, IDLE)) {
            if (options.containsKey(name)) {
                refusals.add("--" + name + " is for SQL databases, where each session is a connection; leave it out");
            }
        }
        return refusals;
    }
}
