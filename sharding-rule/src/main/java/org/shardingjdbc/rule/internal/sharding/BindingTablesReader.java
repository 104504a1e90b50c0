package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.rule.config.BindingTablesConfiguration;
import org.shardingjdbc.rule.config.DependenceConfiguration;
import org.shardingjdbc.rule.document.ConfigurationElement;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.problem.Problems;

/**
 * Reads {@code bindingTables}: each group is a text, {@code t_order, t_order_item}, with a name and a colon in front of
 * it or not, or a map that declares something of the rows besides, {@code order_id -> user_id}.
 */
final class BindingTablesReader {
    private static final String KEY = "bindingTables";
    private static final String DEPENDENCES = "dependences";
    private static final String ARROW = "->";

    private final Problems problems;

    BindingTablesReader(Problems problems) {
        this.problems = problems;
    }

    List<BindingTablesConfiguration> read(ConfigurationMap map) {
        List<BindingTablesConfiguration> groups = new ArrayList<>();
        if (map.isText(KEY)) {
            map.textList(KEY).forEach(text -> groups.add(group(text)));
            return groups;
        }
        for (ConfigurationElement element : map.elements(KEY)) {
            ConfigurationMap entries = element.isMap() ? element.map() : null;
            if (entries != null) {
                ConfigurationMap group = entries.only(ShardingKeys.BINDING_TABLES);
                groups.add(new BindingTablesConfiguration(group.text("name"), tables(group), dependences(group)));
            } else {
                String text = element.isMap() ? null : element.text();
                // a mistake keeps its place, so that groups count as in the document
                groups.add(group(text == null ? "" : text));
            }
        }
        return groups;
    }

    private static BindingTablesConfiguration group(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? "" : text.substring(0, colon).trim();
        List<String> tables = ShardingRuleReader.names(text.substring(colon + 1));
        return new BindingTablesConfiguration(name.isEmpty() ? null : name, tables, List.of());
    }

    private List<String> tables(ConfigurationMap group) {
        List<String> tables = new ArrayList<>();
        if (!group.has("tables")) {
            problems.missing(group.path(), "tables", "");
        }
        group.textList("tables").forEach(text -> tables.addAll(ShardingRuleReader.names(text)));
        return tables;
    }

    /** What has no arrow determines nothing, which the rule compiler does not accept. */
    private static List<DependenceConfiguration> dependences(ConfigurationMap group) {
        List<DependenceConfiguration> dependences = new ArrayList<>();
        for (String text : group.textList(DEPENDENCES)) {
            int arrow = text.indexOf(ARROW);
            String determined = arrow < 0 ? "" : text.substring(arrow + ARROW.length());
            dependences.add(new DependenceConfiguration(
                    ShardingRuleReader.names(arrow < 0 ? text : text.substring(0, arrow)),
                    ShardingRuleReader.names(determined)));
        }
        return dependences;
    }
}
