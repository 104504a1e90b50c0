package org.shardingjdbc.engine.internal.statement.step.write;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.StepStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.WriteResult;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.engine.internal.value.ValueCopier;
import org.shardingjdbc.plan.internal.operator.WriteTablesByKey;

/**
 * Finds the rows that an UPDATE or DELETE writes in several tables, and writes those of one table after the other. One
 * per execution, used by one thread.
 */
public final class TablesWriting {
    private final WriteTablesByKey write;
    private final OuterStatement outer;
    private final WriteResult result;
    private final List<KeyedWriting> tables = new ArrayList<>();

    public TablesWriting(OuterStatement outer, WriteTablesByKey write) {
        this.outer = outer;
        this.write = write;
        this.result = new WriteResult(outer);
        write.parts().forEach(part -> tables.add(new KeyedWriting(outer, part.write(), result)));
    }

    /** Writes all rows, as one, and shows how many there are in all tables. */
    public void run() throws SQLException {
        outer.session().asOne(this::writeAll).show(false, outer.keys());
    }

    private WriteResult writeAll() throws SQLException {
        ValueCopier copier = find();
        for (int i = 0; i < tables.size(); i++) {
            int from = write.parts().get(i).from();
            tables.get(i).writeFound(column -> copier.form(from + column));
        }
        return result;
    }

    private ValueCopier find() throws SQLException {
        try (StepStatement query = outer.prepare(write.find(), List.of());
                ResultSet rows = query.query()) {
            ValueCopier copier = new ValueCopier(rows.getMetaData(), outer.dialect(), new BitSet());
            while (rows.next()) {
                CopiedValue[] row = copier.row(rows);
                for (int i = 0; i < tables.size(); i++) {
                    WriteTablesByKey.Part part = write.parts().get(i);
                    // NULL as key: an outer join found no row of this table
                    if (row[part.from()].value() != null) {
                        tables.get(i).take(Arrays.copyOfRange(row, part.from(), part.to()));
                    }
                }
            }
            return copier;
        }
    }
}
