package org.shardingjdbc.route.internal.bind;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;

/**
 * The common table expressions that a place of a statement sees, innermost first. Immutable; a new one is put in front
 * for each definition. {@link #NONE} is the end.
 */
public final class CommonTables {
    public static final CommonTables NONE = new CommonTables(null, null, null, null);

    private final @Nullable CommonTables outer;
    private final @Nullable Definition definition;
    private final @Nullable CommonTable recursive;
    private final @Nullable List<Column> recursiveColumns;

    /** A definition, and what was seen where it stands. Identity counts. */
    public static final class Definition {
        private final CommonTable node;
        private final boolean recursive;
        private final CommonTables seen;
        private final @Nullable Scope scope;
        private boolean referenced;

        Definition(CommonTable node, boolean recursive, CommonTables seen, @Nullable Scope scope) {
            this.node = node;
            this.recursive = recursive;
            this.seen = seen;
            this.scope = scope;
        }

        public CommonTable node() {
            return node;
        }

        /** Whether it stands in WITH RECURSIVE. */
        public boolean recursive() {
            return recursive;
        }

        public CommonTables seen() {
            return seen;
        }

        /** The block around its WITH, or null. */
        public @Nullable Scope scope() {
            return scope;
        }

        public boolean referenced() {
            return referenced;
        }

        public void markReferenced() {
            referenced = true;
        }
    }

    private CommonTables(
            @Nullable CommonTables outer,
            @Nullable Definition definition,
            @Nullable CommonTable recursive,
            @Nullable List<Column> recursiveColumns) {
        this.outer = outer;
        this.definition = definition;
        this.recursive = recursive;
        this.recursiveColumns = recursiveColumns;
    }

    /** Adds the definitions of a WITH, each behind those that it sees; a recursive one sees itself too. */
    public CommonTables with(@Nullable With with, Dialect dialect, @Nullable Scope scope, List<Definition> added) {
        if (with == null) {
            return this;
        }
        CommonTables seen = this;
        if (CommonTableOrder.seesLater(with, dialect)) {
            // those that name each other in a circle are behind none of them
            for (CommonTable table : with.tables()) {
                seen = seen.recursive(table, null);
            }
        }
        for (CommonTable table : CommonTableOrder.of(with, dialect)) {
            CommonTables inside = with.recursive() ? seen.recursive(table, null) : seen;
            Definition definition = new Definition(table, with.recursive(), inside, scope);
            added.add(definition);
            seen = new CommonTables(seen, definition, null, null);
        }
        return seen;
    }

    /** Adds the name by which a recursive query sees its own rows; {@code columns} are null where they are unknown. */
    public CommonTables recursive(CommonTable table, @Nullable List<Column> columns) {
        return new CommonTables(this, null, table, columns);
    }

    /** What a table's name means here, or null when it is not a common table expression. */
    public @Nullable CommonTables find(NamedTable table) {
        if (table.name().parts().size() > 1) {
            return null;
        }
        String name = table.name().last().text();
        for (CommonTables seen = this; seen != null && seen != NONE; seen = seen.outer) {
            if (seen.node().name().text().equalsIgnoreCase(name)) {
                return seen;
            }
        }
        return null;
    }

    /** The common table expression that was found, also where it names itself. Not of {@link #NONE}. */
    public CommonTable node() {
        return Objects.requireNonNull(definition == null ? recursive : definition.node());
    }

    /** The definition that was found, or null when a recursive query names itself. */
    public @Nullable Definition definition() {
        return definition;
    }

    /** The rows so far of the recursive query that names itself; null when its columns are unknown. */
    public @Nullable List<Column> recursiveColumns() {
        return recursiveColumns;
    }
}
