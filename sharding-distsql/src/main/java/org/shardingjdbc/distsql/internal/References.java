package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ReferenceContext;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.BindingTablesConfiguration;

/** Groups of binding tables, which statements call reference rules. Stateless. */
final class References {
    private References() {}

    /** Its name; one made of its first table where it has none, as no table is in two groups. */
    static String name(BindingTablesConfiguration group) {
        if (group.name() != null) {
            return group.name();
        }
        return group.tables().isEmpty() ? "" : "reference_" + group.tables().get(0);
    }

    /** What is declared of the rows stays when the tables change. */
    static void put(ShardingDraft draft, ReferenceContext text, Entries.Put how) {
        String name = StatementTexts.of(text.name());
        int place = place(draft, name);
        if ((place >= 0) == how.create()) {
            if (!how.lenient()) {
                throw SyntaxErrors.wrong(
                        place < 0
                                ? "there is no sharding table reference rule " + name
                                : "sharding table reference rule " + name + " exists already");
            }
            return;
        }
        List<String> tables = StatementTexts.of(text.names());
        if (place < 0) {
            draft.bindingTables.add(new BindingTablesConfiguration(name, tables, List.of()));
        } else {
            BindingTablesConfiguration before = draft.bindingTables.get(place);
            draft.bindingTables.set(place, new BindingTablesConfiguration(before.name(), tables, before.dependences()));
        }
    }

    static void drop(ShardingDraft draft, String name, boolean lenient) {
        int place = place(draft, name);
        if (place >= 0) {
            draft.bindingTables.remove(place);
        } else if (!lenient) {
            throw SyntaxErrors.wrong("there is no sharding table reference rule " + name);
        }
    }

    private static int place(ShardingDraft draft, String name) {
        for (int i = 0; i < draft.bindingTables.size(); i++) {
            if (name(draft.bindingTables.get(i)).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /** @param only the group that is asked for; null for all */
    static List<List<String>> rows(ShardingConfiguration configuration, @Nullable String only) {
        List<List<String>> rows = new ArrayList<>();
        ShardingDraft.ruleOf(configuration).bindingTables().forEach(group -> {
            String name = name(group);
            if (only == null || only.equalsIgnoreCase(name)) {
                rows.add(List.of(name, String.join(",", group.tables())));
            }
        });
        return rows;
    }
}
