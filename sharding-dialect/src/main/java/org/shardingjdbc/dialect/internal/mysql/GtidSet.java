package org.shardingjdbc.dialect.internal.mysql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Sets of global transaction ids as MySQL writes them: {@code uuid:1-5:7[:tag:1-3],uuid:...}. Stateless. */
final class GtidSet {
    private GtidSet() {}

    /** Transactions with numbers from one to another, both included. */
    private record Interval(long from, long to) {}

    /** Whether one set has all of the other; false where one is none. */
    static boolean covers(String all, String part) {
        try {
            Map<String, List<Interval>> have = read(all);
            for (Map.Entry<String, List<Interval>> each : read(part).entrySet()) {
                List<Interval> there = have.getOrDefault(each.getKey(), List.of());
                for (Interval wanted : each.getValue()) {
                    if (there.stream().noneMatch(known -> known.from <= wanted.from && wanted.to <= known.to)) {
                        return false;
                    }
                }
            }
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** By server and tag. A database writes intervals as long as they are, so that none is in two others. */
    private static Map<String, List<Interval>> read(String set) {
        Map<String, List<Interval>> read = new HashMap<>();
        for (String ofServer : set.replace("\n", "").split(",")) {
            String[] parts = ofServer.trim().split(":");
            if (parts.length < 2) {
                throw new NumberFormatException(ofServer);
            }
            String server = parts[0].trim().toLowerCase(Locale.ROOT);
            String origin = server;
            for (int i = 1; i < parts.length; i++) {
                String part = parts[i].trim();
                if (part.isEmpty() || !Character.isDigit(part.charAt(0))) {
                    origin = server + ":" + part.toLowerCase(Locale.ROOT);
                } else {
                    read.computeIfAbsent(origin, unknown -> new ArrayList<>()).add(interval(part));
                }
            }
        }
        return read;
    }

    private static Interval interval(String text) {
        int dash = text.indexOf('-');
        return dash < 0
                ? new Interval(Long.parseLong(text), Long.parseLong(text))
                : new Interval(Long.parseLong(text.substring(0, dash)), Long.parseLong(text.substring(dash + 1)));
    }
}
