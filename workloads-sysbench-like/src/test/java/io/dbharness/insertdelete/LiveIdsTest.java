package io.dbharness.insertdelete;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dbharness.random.Seed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LiveIdsTest {

    private final RandomGenerator random = new Seed(1).stream("test", 0);

    private static LiveIds upTo(long last) {
        LiveIds ids = new LiveIds();
        for (long id = 1; id <= last; id++) {
            ids.add(id);
        }
        return ids;
    }

    @Test
    void everyIdIsTakenOnce() {
        LiveIds ids = upTo(200_000);
        Set<Long> taken = new HashSet<>();

        for (OptionalLong id = ids.take(random); id.isPresent(); id = ids.take(random)) {
            assertThat(taken.add(id.getAsLong())).isTrue();
        }

        assertThat(taken).hasSize(200_000);
        assertThat(ids.size()).isZero();
    }

    @Test
    void eachIdIsEquallyLikely() {
        Map<Long, Integer> firsts = new HashMap<>();
        LiveIds ids = upTo(4);
        for (int i = 0; i < 40_000; i++) {
            long taken = ids.take(random).orElseThrow();
            firsts.merge(taken, 1, Integer::sum);
            ids.add(taken);
        }

        assertThat(firsts)
                .hasSize(4)
                .allSatisfy((id, count) -> assertThat(count).isCloseTo(10_000, within(500)));
    }

    @Test
    void usersWhoTakeAndAddAtOnceNeverShareAnId() throws Exception {
        LiveIds ids = upTo(1_000);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<List<Long>>> users = new ArrayList<>();
            for (int user = 0; user < 4; user++) {
                RandomGenerator own = new Seed(2).stream("test", user);
                long first = 1_000_000L * (user + 1);
                users.add(() -> takeAndAdd(ids, own, first));
            }
            Set<Long> all = new HashSet<>();
            for (Future<List<Long>> taken : threads.invokeAll(users)) {
                assertThat(taken.get()).allMatch(all::add);
            }
            assertThat(all).hasSize(40_000);
            assertThat(ids.size()).isEqualTo(1_000);
        } finally {
            threads.shutdownNow();
        }
    }

    private static List<Long> takeAndAdd(LiveIds ids, RandomGenerator random, long first) {
        List<Long> taken = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            ids.add(first + i);
            taken.add(ids.take(random).orElseThrow());
        }
        return taken;
    }
}
