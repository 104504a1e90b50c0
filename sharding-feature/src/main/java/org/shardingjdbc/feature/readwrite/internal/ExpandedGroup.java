package org.shardingjdbc.feature.readwrite.internal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.readwrite.DataSourceGroup;
import org.shardingjdbc.rule.document.RowExpressions;

/**
 * One of the groups that an entry of the configuration stands for. Where the name of an entry is a row expression of n
 * names, so are those of its primary and of each replica: the i-th names are those of the i-th group. Immutable.
 *
 * @param configured the name of the entry
 * @param name of the group
 * @param group with names that are no expressions; of a wrong entry, as it is written
 * @param places the index of the text in the entry from which each replica's name is
 * @param mistake why the entry cannot be read, null where it can
 */
record ExpandedGroup(
        String configured,
        String name,
        DataSourceGroup group,
        List<Integer> places,
        @Nullable String mistake) {
    /** Those of all entries, in their order. */
    static List<ExpandedGroup> of(Map<String, DataSourceGroup> entries) {
        List<ExpandedGroup> all = new ArrayList<>();
        entries.forEach((name, entry) -> all.addAll(of(name, entry)));
        return all;
    }

    private static List<ExpandedGroup> of(String configured, DataSourceGroup entry) {
        if (entry.writeDataSourceName() == null) {
            return wrong(configured, entry, null);
        }
        try {
            List<String> names = RowExpressions.names(configured);
            List<String> primaries = RowExpressions.names(entry.writeDataSourceName());
            if (primaries.size() != names.size()) {
                return wrong(configured, entry, different(configured, names, entry.writeDataSourceName(), primaries));
            }
            List<List<String>> replicas = new ArrayList<>();
            for (String text : entry.readDataSourceNames()) {
                List<String> each = RowExpressions.names(text);
                if (names.size() > 1 && each.size() != names.size()) {
                    return wrong(configured, entry, different(configured, names, text, each));
                }
                replicas.add(each);
            }
            List<ExpandedGroup> groups = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                groups.add(
                        group(configured, entry, names.get(i), primaries.get(i), ofGroup(replicas, i, names.size())));
            }
            return groups;
        } catch (IllegalArgumentException e) {
            return wrong(
                    configured, entry, "a row expression of group '" + configured + "' is wrong: " + e.getMessage());
        }
    }

    /** The replicas of a group, each with the index of its text; all of them where there is only one group. */
    private static List<Map.Entry<Integer, String>> ofGroup(List<List<String>> replicas, int group, int groups) {
        List<Map.Entry<Integer, String>> names = new ArrayList<>();
        for (int place = 0; place < replicas.size(); place++) {
            List<String> listed = replicas.get(place);
            for (String name : groups == 1 ? listed : List.of(listed.get(group))) {
                names.add(Map.entry(place, name));
            }
        }
        return names;
    }

    private static ExpandedGroup group(
            String configured,
            DataSourceGroup entry,
            String name,
            String primary,
            List<Map.Entry<Integer, String>> replicas) {
        DataSourceGroup group = new DataSourceGroup(
                primary,
                replicas.stream().map(Map.Entry::getValue).toList(),
                entry.transactionalReads(),
                entry.loadBalancerName(),
                entry.terms());
        List<Integer> places = replicas.stream().map(Map.Entry::getKey).toList();
        return new ExpandedGroup(configured, name, group, places, null);
    }

    private static List<ExpandedGroup> wrong(String configured, DataSourceGroup entry, @Nullable String mistake) {
        List<Integer> places =
                new ArrayList<>(Collections.nCopies(entry.readDataSourceNames().size(), 0));
        for (int i = 0; i < places.size(); i++) {
            places.set(i, i);
        }
        return List.of(new ExpandedGroup(configured, configured, entry, places, mistake));
    }

    private static String different(String configured, List<String> names, String other, List<String> listed) {
        return "'" + configured + "' lists " + count(names) + ", '" + other + "' " + listed.size()
                + "; each row expression of a group lists one name for each of its names";
    }

    private static String count(List<String> names) {
        return names.size() + (names.size() == 1 ? " name" : " names");
    }
}
