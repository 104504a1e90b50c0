package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.placement.SchemaTable;

/**
 * Tables of one name in two schemas that a statement gives no aliases, so that only schemas tell them apart. A
 * temporary table in the place of one has no schema, but a name of its own, which stands in front of its columns too.
 * Immutable.
 */
final class SameNameTables {
    private final BoundStatement bound;
    private final Set<String> names = new HashSet<>();
    private final Map<NamedTable, String> aliases = new IdentityHashMap<>();
    private final Map<StarItem, String> stars = new IdentityHashMap<>();

    SameNameTables(BoundStatement bound) {
        this.bound = bound;
        Map<String, Set<String>> tables = new HashMap<>();
        for (BoundTable table : bound.tables()) {
            if (table.node().alias() == null) {
                tables.computeIfAbsent(lower(table.node().exposedName()), name -> new HashSet<>())
                        .add(table.table().name());
            }
        }
        tables.forEach((name, ofName) -> {
            if (ofName.size() > 1) {
                names.add(name);
            }
        });
        boolean needed = !names.isEmpty()
                && bound.parsed()
                        .analysis()
                        .any(node -> areSideBySide(node) || qualifier(node).size() > 1);
        if (!needed) {
            names.clear();
            return;
        }
        for (BoundTable table : bound.tables()) {
            if (table.node().alias() == null
                    && names.contains(lower(table.node().exposedName()))) {
                aliases.put(table.node(), "shd_twin_" + aliases.size());
            }
        }
        bound.parsed().analysis().all(Select.class).forEach(this::tellStars);
    }

    private void tellStars(Select block) {
        for (SelectItem item : block.items()) {
            List<Identifier> qualifier = qualifier(item);
            List<NamedTable> meant = new ArrayList<>();
            for (TableReference from : qualifier.isEmpty() ? List.<TableReference>of() : block.from()) {
                for (NamedTable table : Tree.outsideQueries(from, NamedTable.class)) {
                    BoundTable named = bound.table(table);
                    if (named != null && aliases.containsKey(table) && isMeant(named, qualifier)) {
                        meant.add(table);
                    }
                }
            }
            if (meant.size() == 1) {
                stars.put((StarItem) item, alias(meant.get(0)));
            }
        }
    }

    /** Whether a qualifier may mean a table: by its schema where it tells that, and that is no other one. */
    private boolean isMeant(BoundTable table, List<Identifier> qualifier) {
        int last = qualifier.size() - 1;
        if (!lower(table.node().exposedName()).equals(lower(qualifier.get(last)))) {
            return false;
        }
        SchemaTable place = table.table().place();
        return last == 0
                || place != null
                        && place.schema()
                                .equalsIgnoreCase(qualifier.get(last - 1).text());
    }

    private boolean areSideBySide(Node node) {
        Set<String> found = new HashSet<>();
        for (TableReference from : node instanceof Select block ? block.from() : List.<TableReference>of()) {
            for (NamedTable table : Tree.outsideQueries(from, NamedTable.class)) {
                String name = lower(table.exposedName());
                if (names.contains(name) && !found.add(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What stands in front of a column, or of a star, if that names one of the tables; else empty. */
    private List<Identifier> qualifier(Node node) {
        List<Identifier> qualifier = node instanceof ColumnReference reference ? reference.qualifier() : List.of();
        if (node instanceof StarItem star && star.qualifier() != null) {
            qualifier = star.qualifier().parts();
        }
        return qualifier.isEmpty() || !names.contains(lower(qualifier.get(qualifier.size() - 1)))
                ? List.of()
                : qualifier;
    }

    /** Whether it is known of every name in the statement which of the tables it means. */
    boolean areTold() {
        return !bound.parsed().analysis().any(this::isOpen);
    }

    private boolean isOpen(Node node) {
        if (!(node instanceof ColumnReference reference)) {
            return !qualifier(node).isEmpty() && !stars.containsKey(node);
        }
        boolean named = !qualifier(node).isEmpty() || names.contains(lower(reference.name()));
        return named && bound.origin(reference) instanceof ColumnOrigin.Unresolved;
    }

    /** The name of a temporary table in the place of a table; null where that keeps its own. */
    @Nullable
    String alias(NamedTable table) {
        return aliases.get(table);
    }

    /** The name that a column has in front of it instead of what is written; null where that stays. */
    @Nullable
    String alias(ColumnReference reference) {
        return !qualifier(reference).isEmpty() && bound.origin(reference) instanceof ColumnOrigin.OfTable of
                ? alias(of.table().node())
                : null;
    }

    /** The name that a star has in front of it instead of what is written; null where that stays. */
    @Nullable
    String alias(StarItem star) {
        return stars.get(star);
    }

    private static String lower(Identifier name) {
        return name.text().toLowerCase(Locale.ROOT);
    }
}
