package org.shardingjdbc.transaction.xa.leaks;

import java.util.Map;
import java.util.TreeMap;

/** The threads of this JVM, by names without their numbers. */
final class RunningThreads {
    /** How many threads a pool may have that keeps those which idle for a while: Atomikos' and that of our workers. */
    private static final int POOLED = 4;

    private RunningThreads() {}

    /** How many of each name run now. */
    static Map<String, Integer> byName() {
        Map<String, Integer> counts = new TreeMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.isAlive()) {
                counts.merge(withoutNumbers(thread.getName()), 1, Integer::sum);
            }
        }
        return counts;
    }

    /** How many of each name run now beyond those of before. */
    static Map<String, Integer> beyond(Map<String, Integer> before) {
        Map<String, Integer> more = byName();
        before.forEach((name, count) -> {
            int allowed = isPooled(name) ? Math.max(count, POOLED) : count;
            more.computeIfPresent(name, (same, now) -> now > allowed ? now - allowed : null);
        });
        return more;
    }

    private static boolean isPooled(String name) {
        return name.equals("Atomikos:") || name.endsWith("-worker-");
    }

    private static String withoutNumbers(String name) {
        StringBuilder text = new StringBuilder();
        name.chars().filter(c -> !Character.isDigit(c)).forEach(c -> text.append((char) c));
        return text.toString();
    }
}
