package org.shardingjdbc.site.structure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Finds circles: the largest sets of names of which each leads to each other one. Arrows enter, circles leave (Tarjan's
 * way, recursing once for each name of a path). Not thread-safe; one for each search.
 */
final class Circles {
    private final Map<String, Set<String>> arrows;
    private final Map<String, Integer> order = new HashMap<>();
    private final Map<String, Integer> lowest = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private final List<Set<String>> found = new ArrayList<>();

    private Circles(Map<String, Set<String>> arrows) {
        this.arrows = arrows;
    }

    /** The circles of more than {@code size} names. */
    static List<Set<String>> largerThan(int size, Map<String, Set<String>> arrows) {
        Circles circles = new Circles(new TreeMap<>(arrows));
        for (String name : circles.arrows.keySet()) {
            if (!circles.order.containsKey(name)) {
                circles.visit(name);
            }
        }
        return circles.found.stream().filter(circle -> circle.size() > size).toList();
    }

    private void visit(String name) {
        int number = order.size();
        order.put(name, number);
        lowest.put(name, number);
        open.push(name);
        for (String next : arrows.getOrDefault(name, Set.of())) {
            if (!order.containsKey(next)) {
                visit(next);
                lowest.merge(name, lowest.get(next), Math::min);
            } else if (open.contains(next)) {
                lowest.merge(name, order.get(next), Math::min);
            }
        }
        if (lowest.get(name) == number) {
            Set<String> circle = new TreeSet<>();
            String last;
            do {
                last = open.pop();
                circle.add(last);
            } while (!last.equals(name));
            found.add(circle);
        }
    }
}
