package org.shardingjdbc.plan.internal.naming;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.TableObject;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * What an index, a constraint or a trigger of a sharded table is called on its data nodes. What was created by a name
 * through us has that name with the actual table's behind it; a name that the database itself made has the actual
 * table's in it; a table that was created elsewhere may have one name everywhere. The first data node is asked which it
 * is. Immutable.
 */
public record ObjectNames(Catalog catalog, NameQuoting names) {
    /** What is there by a name, and what the actual SQL calls it; no piece where the name is to stay. */
    public record FoundObject(TableObject object, @Nullable Piece piece) {}

    /** What the first actual table has by a name, with no piece where the name is to stay; null when it has nothing. */
    public @Nullable FoundObject find(BoundTable table, PartitionedTable sharded, Identifier written) {
        DataNode node = sharded.dataNodes().get(0);
        return find(table, sharded, written, catalog.objects(node.dataSource(), node.table()));
    }

    private @Nullable FoundObject find(
            BoundTable table, PartitionedTable sharded, Identifier written, List<TableObject> objects) {
        String logic = sharded.name();
        String actual = sharded.dataNodes().get(0).table();
        TableObject derived = named(plain(names.derived(written.text(), (char) 0, logic, actual)), objects);
        if (derived != null) {
            return new FoundObject(derived, new Piece.DerivedName(table.index(), logic, written));
        }
        String madeName = names.made(written.text(), (char) 0, logic, actual);
        TableObject made = madeName == null ? null : named(plain(madeName), objects);
        if (made != null) {
            return new FoundObject(made, new Piece.MadeName(table.index(), logic, written));
        }
        TableObject same = named(written.text(), objects);
        return same == null ? null : new FoundObject(same, null);
    }

    /** Adds the edit of the constraint of ON CONFLICT ON CONSTRAINT. */
    public void edit(InsertStatement insert, BoundTable target, SqlEdits edits) {
        Identifier written = insert.upsert() == null ? null : insert.upsert().constraint();
        PartitionedTable sharded = target.table().partitioning();
        if (written != null && sharded != null) {
            FoundObject found = find(target, sharded, written);
            if (found == null) {
                edits.replace(
                        written.span(),
                        new Piece.DerivedName(target.index(), target.table().name(), written));
            } else if (found.piece() != null) {
                edits.replace(written.span(), found.piece());
            }
        }
    }

    /** Whether all actual tables have something of that very name. */
    public boolean everywhere(PartitionedTable sharded, String name) {
        for (DataNode node : sharded.dataNodes()) {
            if (named(name, catalog.objects(node.dataSource(), node.table())) == null) {
                return false;
            }
        }
        return true;
    }

    private String plain(String name) {
        boolean quoted = name.charAt(0) == names.quote();
        String mark = String.valueOf(names.quote());
        return quoted ? name.substring(1, name.length() - 1).replace(mark + mark, mark) : name;
    }

    private static @Nullable TableObject named(String name, List<TableObject> objects) {
        for (TableObject object : objects) {
            if (object.name().equalsIgnoreCase(name)) {
                return object;
            }
        }
        return null;
    }
}
