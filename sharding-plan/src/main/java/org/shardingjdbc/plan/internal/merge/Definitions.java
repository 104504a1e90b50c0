package org.shardingjdbc.plan.internal.merge;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ObjectKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement.ObjectName;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.naming.ObjectNames;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.DatabaseNames.Meaning;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Names in definition statements. What belongs to an actual table and must be unique in a schema gets a name of its own
 * for each actual table. MySQL's indexes are unique within their table only: they keep their names, so that index hints
 * keep working. One per plan.
 */
public record Definitions(Compilation compilation, DdlStatement ddl) {
    /**
     * Adds the edits of object names.
     *
     * @return why it is refused, such as an index of which it is not known which table has it; null where it is not
     */
    public @Nullable ShardingException edit(SqlEdits edits) {
        for (ObjectName object : ddl.objects()) {
            BoundTable owner = isOwned(object) ? owner(object) : null;
            PartitionedTable sharded = owner == null ? null : owner.table().partitioning();
            ShardingException refusal = null;
            if (owner != null && sharded != null) {
                refusal = edit(object, owner, sharded, edits);
            } else if (owner == null && isOwned(object)) {
                refusal = refusalOfUnknownOwner(object);
            }
            if (refusal != null) {
                return refusal;
            }
        }
        return null;
    }

    private @Nullable ShardingException edit(
            ObjectName object, BoundTable owner, PartitionedTable sharded, SqlEdits edits) {
        Identifier written = object.name().last();
        ObjectNames known = new ObjectNames(compilation.catalog(), compilation.names());
        ObjectNames.FoundObject found = ddl.kind() == DdlKind.CREATE_TABLE ? null : known.find(owner, sharded, written);
        if (found == null) {
            if (isShortened(object, sharded)) {
                return refusalOfDifferent(object, sharded);
            }
            edits.replace(written.span(), new Piece.DerivedName(owner.index(), sharded.name(), written));
        } else if (found.piece() != null) {
            edits.replace(written.span(), found.piece());
        } else if (!known.everywhere(sharded, found.object().name())) {
            return refusalOfDifferent(object, sharded);
        }
        return null;
    }

    /** Which name of the data nodes a name stands for that PostgreSQL made shorter cannot be told. */
    private boolean isShortened(ObjectName object, PartitionedTable sharded) {
        String name = object.name().last().text();
        int limit = compilation.names().maxLength();
        return compilation.dialect().naming().shortensNames()
                && ddl.conditional()
                && name.getBytes(StandardCharsets.UTF_8).length == limit
                && compilation.names().made(name, (char) 0, sharded.name(), sharded.name()) != null;
    }

    private ShardingException refusalOfDifferent(ObjectName object, PartitionedTable sharded) {
        String name = object.name().last().text();
        return compilation.positions().refuse(ErrorCode.OBJECT_NAMED_BY_NODES, name, object, sharded.name());
    }

    private boolean isOwned(ObjectName object) {
        return switch (object.kind()) {
            case INDEX -> !compilation.dialect().naming().indexesAreOfTables();
            case CONSTRAINT, TRIGGER -> true;
            default -> false;
        };
    }

    /** The table that the statement says of the object, else the first one; null where the rules know none. */
    private @Nullable BoundTable owner(ObjectName object) {
        if (object.table() >= 0) {
            return compilation.bound().table(ddl.tables().get(object.table()));
        }
        for (NamedTable table : ddl.tables()) {
            BoundTable known = compilation.bound().table(table);
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    /** An index that is dropped by its own name alone may belong to any table; null where that does not matter. */
    private @Nullable ShardingException refusalOfUnknownOwner(ObjectName object) {
        boolean several = compilation.shape().units().size() > 1;
        boolean index = object.kind() == ObjectKind.INDEX;
        if (several && index && !ddl.conditional()) {
            String name = object.name().last().text();
            return compilation.positions().refuseAt(ErrorCode.INDEX_OF_UNKNOWN_TABLE, object, "index " + name);
        }
        return null;
    }

    /** Whether it makes a table of the rows of a query. */
    public static boolean copiesRows(DdlStatement ddl) {
        return ddl.kind() == DdlKind.CREATE_TABLE && ddl.query() != null;
    }

    /** Why a definition may not give the name that it gives; null where it may. */
    public static @Nullable ShardingException refusalOfNames(
            DdlStatement ddl, BoundStatement bound, Placements rules, Catalog catalog) {
        ShardingException renamed = refusalOfRename(ddl, bound);
        return renamed == null ? refusalOfView(ddl, bound, rules, catalog) : renamed;
    }

    /** The rules know a table by its name. */
    private static @Nullable ShardingException refusalOfRename(DdlStatement ddl, BoundStatement bound) {
        boolean renames = ddl.renamedTo() != null || ddl.kind() == DdlKind.RENAME_TABLE;
        if (!renames) {
            return null;
        }
        for (NamedTable table : ddl.tables()) {
            BoundTable known = bound.table(table);
            if (known != null && !known.table().isPinned()) {
                String kind = known.table()
                        .match(
                                partitioned -> "the sharded table ",
                                replicated -> "the broadcast table ",
                                pinned -> "the single table ");
                return new SourcePositions(bound.parsed().sql())
                        .refuseAt(
                                ErrorCode.RULED_TABLE_RENAMED,
                                ddl,
                                kind + known.table().name());
            }
        }
        return null;
    }

    /** A view may not be named as a table that the rules know. */
    private static @Nullable ShardingException refusalOfView(
            DdlStatement ddl, BoundStatement bound, Placements rules, Catalog catalog) {
        boolean taken = ddl.kind() == DdlKind.CREATE_VIEW
                && rules.table(ddl.objects().get(0).name().last().text()) != null
                && catalog.databases().of(ddl.objects().get(0).name().parts()) != Meaning.FOREIGN;
        if (!taken) {
            return null;
        }
        ObjectName view = ddl.objects().get(0);
        return new SourcePositions(bound.parsed().sql())
                .refuseAt(
                        ErrorCode.VIEW_NAMED_AS_TABLE, view, view.name().last().text());
    }

    /** The plan for several units; refused where it takes rows of several. */
    public Decision<Scatter> scatter(SqlEdits edits) {
        if (ddl.query() != null && !compilation.eachNode()) {
            for (BoundTable table : compilation.bound().tables()) {
                boolean read = Tree.all(ddl.query(), NamedTable.class).contains(table.node());
                if (read && table.table().isPartitioned()) {
                    String defined = ddl.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
                    return new Decision.Refused<>(compilation
                            .positions()
                            .refuseAt(ErrorCode.DEFINITION_ACROSS_NODES, ddl.query(), "a " + defined));
                }
            }
        }
        return new Decision.Proved<>(returnsRows() ? Merge.collected(edits.template()) : Route.of(edits.template()));
    }

    /** Whether the database answers with rows: CHECK TABLE and the like do with MySQL. */
    boolean returnsRows() {
        return ddl.kind() == DdlKind.MAINTAIN && compilation.dialect().queries().maintenanceReturnsRows();
    }
}
