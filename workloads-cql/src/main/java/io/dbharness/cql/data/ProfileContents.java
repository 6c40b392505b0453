package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import io.dbharness.cql.profile.Profile;
import io.dbharness.cql.profile.Row;
import io.dbharness.cql.profile.Rows;
import io.dbharness.random.Seed;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;

/**
 * All rows of the first partitions that a profile describes, a partition each unit.
 *
 * @param desk       where statements go
 * @param profile    the profile
 * @param partitions how many
 */
record ProfileContents(Desk desk, Profile profile, long partitions) implements Contents {

    /** As many as there are nodes, but at most three. */
    private static final int REPLICAS = 0;

    @Override
    public Facts facts() {
        // What decides the rows, in few characters, as one that is changed makes another data set.
        String rows = profile.definitions().table()
                + profile.columns()
                + profile.insert().populated();
        String digest =
                UUID.nameUUIDFromBytes(rows.getBytes(StandardCharsets.UTF_8)).toString();
        return new Facts(
                profile.keyspace(),
                profile.table(),
                partitions + " partitions of the profile of " + profile.table() + " ("
                        + digest.substring(0, digest.indexOf('-')) + ")",
                "partitions",
                Math.max(1, profile.rowsInPartition(Seed.DEFAULT.stream("rows-in-partition", 0))));
    }

    @Override
    public long units() {
        return partitions;
    }

    /** As the profile says, or as this program does. */
    @Override
    public void createKeyspace() {
        Optional<String> own = profile.definitions().keyspace();
        if (own.isPresent()) {
            desk.executeUnlessThere(SimpleStatement.newInstance(own.get()));
        } else {
            new Keyspace(desk, profile.keyspace(), REPLICAS).create();
        }
    }

    @Override
    public void createTable() {
        StatementsInKeyspace inKeyspace = new StatementsInKeyspace(desk.driver(), profile.keyspace());
        desk.executeUnlessThere(inKeyspace.of(profile.definitions().table()));
        profile.definitions().extra().forEach(text -> desk.executeUnlessThere(inKeyspace.of(text)));
    }

    @Override
    public LongFunction<Iterator<BoundStatement>> writes(Seed seed, long version) {
        Rows rows = new Rows(profile, seed);
        ProfileStatements statements = new ProfileStatements(
                profile, desk.level(), new StatementsInKeyspace(desk.driver(), profile.keyspace()));
        return unit -> {
            Iterator<Row> partition = rows.of(unit + 1);
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return partition.hasNext();
                }

                @Override
                public BoundStatement next() {
                    return statements.insert(partition.next());
                }
            };
        };
    }
}
