package org.shardingjdbc.rule.hint;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * How far groups of databases were written at some point in time. A read that requires this state sees everything that
 * was committed before. Its text goes to other processes: {@code w1.}, the positions in Base64, and a check sum, all of
 * which a header or a cookie may hold. It is neither secret nor authenticated: at worst, a forged token makes reads go
 * to the primary. Immutable.
 */
public final class WritesToken {
    private static final String VERSION = "w1";
    /** Longer texts are no tokens. */
    private static final int MAX_LENGTH = 64 * 1024;

    private static final int HEXADECIMAL = 16;

    /** By group, all the positions that are to be seen; the empty text where the database tells none. */
    private final Map<String, List<String>> positions;

    private WritesToken(Map<String, List<String>> positions) {
        this.positions = positions;
    }

    /** @param positions by group, the empty text where its database tells none */
    public static WritesToken of(Map<String, String> positions) {
        Map<String, List<String>> all = new TreeMap<>();
        positions.forEach((group, position) -> all.put(group, List.of(position)));
        return new WritesToken(all);
    }

    /**
     * Reads a text.
     *
     * @throws ShardingException when it is none, of another version, or damaged
     */
    public static WritesToken read(String text) {
        int first = text.indexOf('.');
        int last = text.lastIndexOf('.');
        if (first < 0 || last == first || text.length() > MAX_LENGTH) {
            throw invalid("it is none");
        }
        if (!text.substring(0, first).equals(VERSION)) {
            throw invalid("it is not of version " + VERSION);
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(text.substring(first + 1, last));
        } catch (IllegalArgumentException e) {
            throw invalid("it is damaged");
        }
        if (!sum(bytes).equals(text.substring(last + 1))) {
            throw invalid("it is damaged");
        }
        Map<String, List<String>> positions = new TreeMap<>();
        new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.indexOf('=') > 0)
                .forEach(line -> {
                    int equals = line.indexOf('=');
                    positions
                            .computeIfAbsent(line.substring(0, equals), group -> new ArrayList<>())
                            .add(line.substring(equals + 1));
                });
        return new WritesToken(positions);
    }

    private static ShardingException invalid(String why) {
        return new ShardingException(ErrorCode.WRITES_TOKEN_INVALID, why);
    }

    private static String sum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return Long.toString(sum.getValue(), HEXADECIMAL);
    }

    /** The text for another process, which {@link #read}s it. */
    public String text() {
        StringBuilder lines = new StringBuilder();
        positions.forEach((group, all) -> all.forEach(
                position -> lines.append(group).append('=').append(position).append('\n')));
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        return VERSION + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "." + sum(bytes);
    }

    /** The union of this token and another one. */
    public WritesToken and(WritesToken other) {
        Map<String, List<String>> all = new TreeMap<>(positions);
        other.positions.forEach((group, more) -> all.merge(group, more, (before, added) -> {
            List<String> both = new ArrayList<>(before);
            added.stream().filter(each -> !both.contains(each)).forEach(both::add);
            return both;
        }));
        return new WritesToken(all);
    }

    /** The positions of a group that all have to be visible; empty if the token has none of that group. */
    public List<String> of(String group) {
        return positions.getOrDefault(group, List.of());
    }

    @Override
    public String toString() {
        return text();
    }
}
