package org.shardingjdbc.scaling.internal.mysql;

import java.util.ArrayList;
import java.util.List;

/**
 * A step of {@code RENAME TABLE a TO b, c TO d}.
 *
 * @param from lower case, as {@link #to}
 */
record LoggedRename(String from, String to) {
    /** The steps of one of names alone, in their order; of all other statements none. */
    static List<LoggedRename> of(List<LoggedWords.Word> words) {
        List<LoggedRename> steps = new ArrayList<>();
        if (words.size() < 2 || !words.get(0).is("rename") || !words.get(1).is("table")) {
            return steps;
        }
        int at = 1;
        do {
            at++;
            if (at + 2 >= words.size() || !words.get(at + 1).is("to")) {
                return List.of();
            }
            steps.add(new LoggedRename(words.get(at).text(), words.get(at + 2).text()));
            at += 3;
        } while (at < words.size() && words.get(at).is(","));
        return at == words.size() ? steps : List.of();
    }
}
