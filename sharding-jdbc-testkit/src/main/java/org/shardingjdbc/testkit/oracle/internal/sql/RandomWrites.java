package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;

/** Statements that write. One for each statement. */
final class RandomWrites {
    private final RandomDraft draft;
    private final Parts parts;
    private final Inserts inserts;
    private final Upserts upserts;
    private final Changes changes;

    RandomWrites(Parts parts) {
        this.draft = parts.draft();
        this.parts = parts;
        RandomRows rows = new RandomRows(draft, parts);
        Assignments assignments = new Assignments(draft, parts);
        this.inserts = new Inserts(draft, parts, rows);
        this.upserts = new Upserts(draft, inserts, rows, assignments);
        this.changes = new Changes(draft, parts, assignments);
    }

    GeneratedStatement statement() {
        TableModel table = parts.from().table();
        int kind = draft.weighted(30, 28, 15, 11, 8, 3, 5);
        String sql = sql(table, kind);
        boolean common = draft.postgreSql() && (kind == 0 || kind == 1 || kind == 2);
        if (common && draft.chance(5)) {
            String written = "WITH written AS (" + sql + " RETURNING " + keys(table, false) + ") SELECT COUNT(*) AS c1";
            return draft.finish(written + " FROM written", false, List.of(), true);
        }
        if (returning(sql) && draft.chance(10)) {
            String shown = kind != 6 && draft.chance(50) ? "*" : keys(table, kind == 6);
            return draft.finish(sql + " RETURNING " + shown, false, List.of(), false);
        }
        return draft.finish(sql, true, List.of(), false);
    }

    /** Rows with given values. */
    GeneratedStatement insert(TableModel table) {
        return draft.finish(inserts.values(table), true, List.of(), false);
    }

    private static String keys(TableModel table, boolean qualified) {
        String prefix = qualified ? table.name() + "." : "";
        return String.join(
                ", ", table.primaryKey().stream().map(k -> prefix + k).toList());
    }

    private String sql(TableModel table, int kind) {
        return switch (kind) {
            case 1 -> changes.update(table);
            case 2 -> changes.delete(table);
            case 3 -> upserts.of(table);
            case 4 -> or(inserts.select(table), table);
            case 5 -> inserts.unlessThere(table);
            case 6 -> or(changes.joined(table, draft.chance(40)), table);
            default -> inserts.values(table);
        };
    }

    private String or(String sql, TableModel table) {
        return sql == null ? changes.update(table) : sql;
    }

    /** Whether the statement may answer with its rows. */
    private boolean returning(String sql) {
        if (draft.postgreSql()) {
            return true;
        }
        boolean multiple = sql.startsWith("UPDATE") || sql.startsWith("DELETE ") && !sql.startsWith("DELETE FROM ");
        return draft.on(DatabaseKind.MARIADB) && !multiple && !sql.contains(" LIMIT ");
    }
}
