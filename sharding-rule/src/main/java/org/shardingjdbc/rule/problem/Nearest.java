package org.shardingjdbc.rule.problem;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name that was probably meant. */
public final class Nearest {
    private static final int MAX_LENGTH = 100;
    private static final int MOST_MISSPELT = 2;
    private static final int LEAST_BEGINNING = 4;

    private Nearest() {}

    /**
     * The candidate with the fewest letters changed, added, left out or swapped.
     *
     * @return null when none is near enough: at most a third of the name's letters, or two
     */
    public static @Nullable String to(String name, Collection<String> candidates) {
        if (name.length() > MAX_LENGTH) {
            return null;
        }
        String nearest = null;
        int fewest = Math.max(2, name.length() / 3) + 1;
        for (String candidate : candidates) {
            if (candidate.length() > MAX_LENGTH) {
                continue;
            }
            int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
            if (distance < fewest && distance < candidate.length()) {
                fewest = distance;
                nearest = candidate;
            }
        }
        return nearest;
    }

    /**
     * What was probably written for a name: the same but for case, for {@code -} and {@code _}, and for one or two
     * letters; or its beginning.
     *
     * @return null when nothing is
     */
    static @Nullable String misspelling(String name, Collection<String> all) {
        String plain = plain(name);
        for (String each : all) {
            String written = plain(each);
            if (written.equals(plain)
                    || written.length() >= LEAST_BEGINNING && plain.startsWith(written)
                    || plain.length() > 2 * MOST_MISSPELT
                            && each.length() <= MAX_LENGTH
                            && distance(plain, written) <= MOST_MISSPELT) {
                return each;
            }
        }
        return null;
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    /** {@code ; did you mean 'x'?}, or nothing. */
    public static String suggestion(String name, Collection<String> candidates) {
        String nearest = to(name, candidates);
        return nearest == null ? "" : "; did you mean '" + nearest + "'?";
    }

    private static int distance(String a, String b) {
        int[][] distance = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    distance[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int fewest =
                        Math.min(distance[i - 1][j - 1] + change, Math.min(distance[i - 1][j], distance[i][j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                distance[i][j] = swapped ? Math.min(fewest, distance[i - 2][j - 2] + 1) : fewest;
            }
        }
        return distance[a.length()][b.length()];
    }
}
