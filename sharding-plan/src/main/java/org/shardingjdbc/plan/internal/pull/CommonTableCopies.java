package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * Writes a common table expression over pulled rows once for each place where it is used: MySQL cannot read a temporary
 * table twice in a statement. Each further use gets a copy of the definition beside it, over temporary tables of its
 * own. One per combining statement; not thread-safe.
 */
public final class CommonTableCopies {
    private static final int MOST = 64;
    private static final String NAME = "shd_common_";

    private final BoundStatement bound;
    private final ParsedSql parsed;
    private final List<? extends Node> leaves;
    private final Function<String, SqlEdits> maker;
    private final List<List<String>> suffixes = new ArrayList<>();
    private final List<Use> uses = new ArrayList<>();
    private final Map<CommonTable, Boolean> reading = new IdentityHashMap<>();
    private final InstalledFunctions functions;
    private int copies;

    /**
     * @param leaves what is read from temporary tables
     * @param maker makes the edits that put these into the text, each temporary table's name with the suffix
     */
    public CommonTableCopies(
            BoundStatement bound,
            List<? extends Node> leaves,
            InstalledFunctions functions,
            Function<String, SqlEdits> maker) {
        this.bound = bound;
        this.parsed = bound.parsed();
        this.functions = functions;
        this.leaves = leaves;
        this.maker = maker;
        leaves.forEach(leaf -> suffixes.add(new ArrayList<>()));
    }

    /** Whether the database needs copies: it reads a temporary table but once in a statement. */
    public static boolean areNeeded(Dialect dialect) {
        return dialect.temporaries().readOnceByAStatement();
    }

    /**
     * A place where a common table expression is named.
     *
     * @param own within its own definition
     */
    private record Use(NamedTable node, CommonTable of, boolean own) {}

    /** The statement, or a copy of a definition, and what is edited in it. */
    private final class Part {
        /** Null of the statement. */
        private final @Nullable Part around;
        /** The statement, or that of the definition. */
        private final Statement written;

        /** What it is a copy of; null of the statement. */
        private final @Nullable CommonTable of;

        private final String name;
        private final SqlEdits edits;
        private final Set<CommonTable> used = Collections.newSetFromMap(new IdentityHashMap<>());

        Part(@Nullable Part around, Statement written, @Nullable CommonTable of, int number) {
            this.around = around;
            this.written = written;
            this.of = of;
            this.name = NAME + number;
            this.edits = maker.apply(number == 0 ? "" : "_" + number);
        }

        /** The part in which a definition is written. */
        Part of(CommonTable definition) {
            Part part = this;
            while (!Tree.isWithin(definition, part.written) && part.around != null) {
                part = part.around;
            }
            return part;
        }

        void write() {
            for (Use use : uses) {
                if (Tree.isWithin(use.node, written) && use.own) {
                    writeOwn(use);
                } else if (Tree.isWithin(use.node, written) && reads(use.of)) {
                    Part defined = of(use.of);
                    if (!defined.used.add(use.of)) {
                        rename(use, defined.copy(use.of));
                    }
                }
            }
        }

        private void writeOwn(Use use) {
            for (Part part = this; part != null; part = part.around) {
                if (part.of == use.of) {
                    rename(use, part.name);
                    return;
                }
            }
        }

        private void rename(Use use, String to) {
            Span place = use.node.name().span();
            String alias = use.node.alias() == null ? " AS " + place.of(parsed.sql()) : "";
            edits.replace(place, new Piece.Text(to + alias));
        }

        /** Writes the definition once more behind itself, and returns its name. */
        private String copy(CommonTable definition) {
            if (copies == MOST) {
                return NAME;
            }
            copies++;
            Statement rows = definition.statement();
            Part copy = new Part(this, rows, definition, copies);
            for (int i = 0; i < leaves.size(); i++) {
                if (Tree.isWithin(leaves.get(i), rows)) {
                    suffixes.get(i).add("_" + copies);
                }
            }
            copy.write();
            List<Identifier> columns = definition.columns();
            String list = columns.isEmpty()
                    ? ""
                    : new Span(
                                    columns.get(0).span().start(),
                                    columns.get(columns.size() - 1).span().stop())
                            .of(parsed.sql());
            edits.insert(
                    definition.span().stop(),
                    new Piece.Text(", " + copy.name + (list.isEmpty() ? "" : " (" + list + ")") + " AS ("),
                    new Piece.Edited(copy.edits, rows.span()),
                    new Piece.Text(")"));
            return copy.name;
        }
    }

    /** Whether what is written twice may have two values, where one that is written once has one. */
    private boolean mayDiffer(Node node) {
        return node instanceof FunctionCall call && functions.isVolatile(call) || node instanceof SessionVariable;
    }

    /** A copy names the expressions that its definition names, so that it matters what any of them is made of. */
    private boolean anyMayDiffer() {
        for (CommonTable table : parsed.analysis().all(CommonTable.class)) {
            if (Tree.any(table.statement(), this::mayDiffer)) {
                return true;
            }
        }
        return false;
    }

    /** The edits of the whole statement; null when it would be copied too often, or copies could differ. */
    public @Nullable SqlEdits edits() {
        find();
        Part whole = new Part(null, parsed.statement(), null, 0);
        whole.write();
        return copies == MOST || copies > 0 && anyMayDiffer() ? null : whole.edits;
    }

    /** What further temporary tables of a leaf have behind its name. */
    public List<String> suffixes(int leaf) {
        return suffixes.get(leaf);
    }

    private void find() {
        for (NamedTable table : parsed.analysis().all(NamedTable.class)) {
            CommonTable of = bound.commonTable(table);
            if (of != null && leaves.stream().noneMatch(leaf -> Tree.isWithin(table, leaf))) {
                uses.add(new Use(table, of, Tree.isWithin(table, of)));
            }
        }
    }

    /** Whether a common table expression reads temporary tables. */
    private boolean reads(CommonTable table) {
        Boolean known = reading.get(table);
        if (known == null) {
            reading.put(table, false);
            known = leaves.stream().anyMatch(leaf -> Tree.isWithin(leaf, table))
                    || uses.stream().anyMatch(use -> Tree.isWithin(use.node, table) && reads(use.of));
            reading.put(table, known);
        }
        return known;
    }
}
