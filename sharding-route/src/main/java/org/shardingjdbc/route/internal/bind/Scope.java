package org.shardingjdbc.route.internal.bind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Identifier;

/**
 * The names that the expressions of one block see. Mutable while its FROM is bound.
 *
 * <p>A name that cannot be decided is not found: a column that two relations have, or that only a relation with unknown
 * columns could have while an outer block could have it too.
 */
public final class Scope {
    /** What was found: a column, and the scope whose relation has it. */
    public record FoundColumn(Column column, @Nullable Relation relation, Scope scope) {}

    private final @Nullable Scope parent;
    private final int depth;
    private final List<Relation> relations = new ArrayList<>();
    private final Map<String, Column> merged = new HashMap<>();
    private final Map<String, Column> outputs = new HashMap<>();

    /** @param parent the block around, or null */
    public Scope(@Nullable Scope parent) {
        this.parent = parent;
        this.depth = parent == null ? 0 : parent.depth + 1;
    }

    @Nullable
    Scope parent() {
        return parent;
    }

    int depth() {
        return depth;
    }

    public List<Relation> relations() {
        return relations;
    }

    public void add(Relation relation) {
        relations.add(relation);
    }

    /** Columns that USING or NATURAL made one; by name in lower case. */
    public Map<String, Column> merged() {
        return merged;
    }

    /** Lets the subqueries of the block see an output by its alias, where the block has no such column. */
    public void addOutput(Column output) {
        String name = output.name();
        if (name != null) {
            outputs.putIfAbsent(name.toLowerCase(Locale.ROOT), output);
        }
    }

    /** Adds all that another scope sees. */
    public void addAll(Scope other) {
        relations.addAll(other.relations);
        merged.putAll(other.merged);
    }

    /** Looks a name up here and in the blocks around; null when it is not found or not decidable. */
    public @Nullable FoundColumn find(List<Identifier> qualifier, Identifier name) {
        if (!qualifier.isEmpty()) {
            return findQualified(qualifier, name.text());
        }
        for (Scope scope = this; scope != null; scope = scope.parent) {
            List<FoundColumn> found = new ArrayList<>();
            boolean open = scope.collect(name.text(), found);
            if (found.size() == 1) {
                return found.get(0);
            }
            if (found.size() > 1) {
                return null;
            }
            Column output = scope == this ? null : scope.outputs.get(name.text().toLowerCase(Locale.ROOT));
            if (output != null) {
                return open ? null : new FoundColumn(output, null, scope);
            }
            if (open) {
                return scope.parent == null ? scope.onlyOpenRelation(name.text()) : null;
            }
        }
        return null;
    }

    /**
     * The relation of a name, with or without its schema, innermost first; null when there is none or more than one.
     */
    public @Nullable Relation relation(List<Identifier> name) {
        Identifier last = name.get(name.size() - 1);
        if (name.size() > 1) {
            String schema = name.get(name.size() - 2).text();
            Relation elsewhere = relation(last, relation -> schema.equalsIgnoreCase(relation.otherSchema()));
            if (elsewhere != null) {
                return elsewhere;
            }
            return relation(last, relation -> relation.otherSchema() == null);
        }
        return relation(last, relation -> true);
    }

    private @Nullable Relation relation(Identifier name, Predicate<Relation> meant) {
        for (Scope scope = this; scope != null; scope = scope.parent) {
            List<Relation> exact = new ArrayList<>();
            List<Relation> similar = new ArrayList<>();
            for (Relation relation : scope.relations) {
                String own = relation.name();
                if (own != null
                        && own.equalsIgnoreCase(name.text())
                        && meant.test(relation)
                        && !similar.contains(relation)) {
                    similar.add(relation);
                    if (own.equals(name.text())) {
                        exact.add(relation);
                    }
                }
            }
            if (!similar.isEmpty()) {
                List<Relation> found = similar.size() == 1 ? similar : exact;
                return found.size() == 1 ? found.get(0) : null;
            }
        }
        return null;
    }

    private @Nullable FoundColumn findQualified(List<Identifier> qualifier, String name) {
        Relation relation = relation(qualifier);
        if (relation == null) {
            return null;
        }
        Column column = relation.qualifiedColumn(name);
        return column == null ? null : new FoundColumn(column, relation, scopeOf(relation));
    }

    private Scope scopeOf(Relation relation) {
        for (Scope scope = this; scope != null; scope = scope.parent) {
            if (scope.relations.contains(relation)) {
                return scope;
            }
        }
        return this;
    }

    /** Gathers the columns of that name; says whether a relation with unknown columns could have one too. */
    private boolean collect(String name, List<FoundColumn> found) {
        Column common = merged.get(name.toLowerCase(Locale.ROOT));
        if (common != null) {
            found.add(new FoundColumn(common, null, this));
            return false;
        }
        boolean open = false;
        for (Relation relation : relations) {
            if (!relation.hasColumns()) {
                open = true;
                continue;
            }
            Column column = relation.column(name);
            if (column != null) {
                found.add(new FoundColumn(column, relation, this));
            }
        }
        return open;
    }

    private @Nullable FoundColumn onlyOpenRelation(String name) {
        Relation only = null;
        for (Relation relation : relations) {
            if (!relation.hasColumns()) {
                if (only != null) {
                    return null;
                }
                only = relation;
            }
        }
        Column column = only == null ? null : only.qualifiedColumn(name);
        return column == null ? null : new FoundColumn(column, only, this);
    }
}
