package org.shardingjdbc.feature.lookup.internal;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.beside.WritesBeside;
import org.shardingjdbc.rule.lookup.LookUp;

/**
 * The compiled rule.
 *
 * @param byOwner its look-ups by the lower-case names of the logic tables whose rows they find
 * @param writes what keeps their entries, by the same names
 */
record LookUpRule(Map<String, List<CompiledLookUp>> byOwner, Map<String, EntryWrites> writes) implements Rule {
    LookUpRule {
        byOwner = Map.copyOf(byOwner);
        writes = Map.copyOf(writes);
    }

    @Override
    public String name() {
        return "Look-up";
    }

    /** Unique ones first: they give one data node. */
    @Override
    public List<LookUp> lookUps(String table) {
        List<CompiledLookUp> all = of(table);
        return all.stream()
                .sorted((a, b) -> Boolean.compare(b.unique(), a.unique()))
                .map(CompiledLookUp::lookUp)
                .toList();
    }

    @Override
    public @Nullable WritesBeside writesBeside(String table) {
        return writes.get(table.toLowerCase(Locale.ROOT));
    }

    /** Those that find rows of a logic table, in configured order; mostly empty. */
    List<CompiledLookUp> of(String table) {
        return byOwner.getOrDefault(table.toLowerCase(Locale.ROOT), List.of());
    }
}
