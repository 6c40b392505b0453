package io.dbharness.disk.data;

import io.dbharness.model.UsageException;
import io.dbharness.quantity.Quantities;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A part of a file and its share of the random I/Os, as in {@code 90/10:0/10:5/20}: 90 % of the I/Os in the first 10 % of the file, none in
 * the next 10 %, 5 % in 20 %, and the rest in the rest. {@code 90/10g} is a part of 10 GiB.
 *
 * @param share   per cent of the I/Os
 * @param percent size of the part in per cent of the file; 0 if {@code bytes} is given
 * @param bytes   size of the part
 */
public record BlockZone(int share, int percent, OptionalLong bytes) {

    private static final int ALL = 100;
    private static final Pattern FORM = Pattern.compile("([0-9]{1,3})/([0-9]{1,3}|[0-9]{1,12}[kmgtKMGT](?:i?[bB])?)");

    /** Parses zones; empty if the text is malformed or its shares exceed 100 %. */
    public static Optional<List<BlockZone>> parse(String text) {
        if (text.isEmpty()) {
            return Optional.of(List.of());
        }
        List<BlockZone> zones = new ArrayList<>();
        for (String part : text.split(":", -1)) {
            Matcher matcher = FORM.matcher(part);
            if (!matcher.matches()) {
                return Optional.empty();
            }
            String size = matcher.group(2);
            boolean percent = Character.isDigit(size.charAt(size.length() - 1));
            zones.add(new BlockZone(
                    Integer.parseInt(matcher.group(1)),
                    percent ? Integer.parseInt(size) : 0,
                    percent ? OptionalLong.empty() : Quantities.bytes(size)));
        }
        int shares = zones.stream().mapToInt(BlockZone::share).sum();
        int percents = zones.stream().mapToInt(BlockZone::percent).sum();
        long absolute = zones.stream().filter(zone -> zone.bytes.isPresent()).count();
        boolean sound = shares <= ALL
                && percents <= ALL
                && (percents < ALL || shares == ALL)
                && (absolute == 0 || absolute == zones.size())
                && zones.stream().allMatch(zone -> zone.percent > 0 || zone.bytes.orElse(0) > 0);
        return sound ? Optional.of(List.copyOf(zones)) : Optional.empty();
    }

    /** Divides {@code count} positions that are {@code step} bytes apart; zones beyond the last position are left out. */
    static Ranges ranges(List<BlockZone> zones, long count, long step) {
        List<Integer> shares = new ArrayList<>();
        List<Long> begins = new ArrayList<>();
        long begin = 0;
        int left = ALL;
        for (BlockZone zone : zones) {
            if (begin < count) {
                long size = Math.max(
                        1, zone.bytes.isPresent() ? zone.bytes.getAsLong() / step : count * zone.percent / ALL);
                shares.add(zone.share);
                begins.add(begin);
                begin = Math.min(count, begin + size);
            }
            left -= zone.share;
        }
        if (begin < count) {
            shares.add(left);
            begins.add(begin);
        }
        begins.add(count);
        if (shares.stream().mapToInt(Integer::intValue).sum() == 0) {
            throw new UsageException(
                    List.of("all zones with I/Os are beyond the end of the file; give a larger --size"));
        }
        return new Ranges(
                shares.stream().mapToInt(Integer::intValue).toArray(),
                begins.stream().mapToLong(Long::longValue).toArray());
    }

    /** Parts of a file by position numbers, with one begin more than shares: the end. */
    static final class Ranges {

        private final int[] shares;
        private final long[] begins;
        private final int sum;

        private Ranges(int[] shares, long[] begins) {
            this.shares = shares;
            this.begins = begins;
            this.sum = Arrays.stream(shares).sum();
        }

        /** Returns the number of a random position. */
        long any(RandomGenerator random) {
            int part = 0;
            if (shares.length > 1) {
                for (int left = random.nextInt(sum) - shares[0]; left >= 0; left -= shares[part]) {
                    part++;
                }
            }
            return begins[part] + random.nextLong(begins[part + 1] - begins[part]);
        }
    }
}
