package org.shardingjdbc.rule.algorithm;

import java.util.List;

/** Values from outside the SQL for one logic table. */
public record HintShardingValue(String logicTable, List<Comparable<?>> values) {
    /** Copies the values. */
    public HintShardingValue {
        values = List.copyOf(values);
    }
}
