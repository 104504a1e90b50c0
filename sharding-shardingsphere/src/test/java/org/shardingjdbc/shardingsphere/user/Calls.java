package org.shardingjdbc.shardingsphere.user;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** What the algorithms of a class loader were asked, and what they answered. */
public final class Calls {
    private static final List<String> ALL = new ArrayList<>();

    private Calls() {}

    static synchronized String precise(Collection<String> targets, Object value, String answer) {
        ALL.add(new TreeSet<>(targets) + " " + value + " -> " + answer);
        return answer;
    }

    static synchronized Collection<String> several(
            Collection<String> targets, Object value, Collection<String> answer) {
        ALL.add(new TreeSet<>(targets) + " " + value + " -> " + new TreeSet<>(answer));
        return answer;
    }

    static synchronized void note(String text) {
        ALL.add(text);
    }

    /** All since the last time, sorted, each once. */
    public static synchronized List<String> take() {
        List<String> taken = new ArrayList<>(new TreeSet<>(ALL));
        ALL.clear();
        return taken;
    }

    /** All since the last time, in their order. */
    public static synchronized List<String> inOrder() {
        List<String> taken = new ArrayList<>(ALL);
        ALL.clear();
        return taken;
    }
}
