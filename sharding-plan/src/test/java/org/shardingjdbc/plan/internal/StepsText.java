package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.CopyRows;
import org.shardingjdbc.plan.internal.operator.CreateTableAs;
import org.shardingjdbc.plan.internal.operator.LookUpKeys;
import org.shardingjdbc.plan.internal.operator.NestedStep;
import org.shardingjdbc.plan.internal.operator.OnePerDataSource;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.operator.WriteByKey.MoveRows;
import org.shardingjdbc.plan.internal.operator.WriteTablesByKey;

/** The steps of a write as the lines of a plan file. Values that only the execution knows are {@code value}. */
final class StepsText {
    private StepsText() {}

    static List<String> of(SteppedExecution steps) {
        List<String> lines = new ArrayList<>();
        if (steps instanceof CopyRows copied) {
            lines.add("copy    " + text(copied.query()));
            lines.add("insert  " + text(copied.write().shown()));
        } else if (steps instanceof WriteByKey keyed) {
            lines.add((keyed.keys() == 0 ? "compute " : "find    ") + text(keyed.find()));
            lines.add("write   " + text(keyed.write().fill()));
            if (keyed.moving() != null) {
                lines.add("move    " + move(keyed.moving()));
            }
        } else if (steps instanceof WriteTablesByKey keyed) {
            lines.add("find    " + text(keyed.find()));
            for (WriteTablesByKey.Part part : keyed.parts()) {
                lines.add("write   " + text(part.write().write().fill()));
                if (part.write().moving() != null) {
                    lines.add("move    " + move(part.write().moving()));
                }
            }
        } else if (steps instanceof LookUpKeys) {
            for (NestedStep step : steps.inputs()) {
                lines.add("upsert  " + step.detail() + ": " + text(step.statement()));
            }
        } else if (steps instanceof CreateTableAs copy) {
            lines.add("create  " + text(copy.create()));
            if (copy.insert() != null) {
                lines.add("fill    " + text(copy.insert()));
            }
        } else if (steps instanceof OnePerDataSource perDataSource) {
            perDataSource
                    .statements()
                    .forEach(each -> lines.add("place   " + each.dataSourceName() + ": " + text(each.statement())));
        } else {
            throw new IllegalArgumentException("No steps of a write: " + steps);
        }
        return lines.stream().map(String::stripTrailing).toList();
    }

    private static String move(MoveRows move) {
        if (move.obstacle() != null) {
            return "refused: " + move.obstacle();
        }
        return String.join(
                "; ",
                text(move.read().fill()),
                text(move.delete().fill()),
                text(move.insert().fill()));
    }

    static String text(NestedStatement statement) {
        List<String> sources = new ArrayList<>();
        for (int source : statement.sources()) {
            sources.add(source < 0 ? "value" : "?" + (source + 1));
        }
        return statement.text() + (sources.isEmpty() ? "" : " [" + String.join(", ", sources) + "]");
    }
}
