package org.shardingjdbc.feature.together;

import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.oracle.FurtherRules;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedSchema;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/** Several rules of the oracle in one configuration. */
record AllOf(List<FurtherRules> rules) implements FurtherRules {
    @Override
    public double answeredReads() {
        return 0.4;
    }

    @Override
    public GeneratedSchema seen(GeneratedSchema generated) {
        GeneratedSchema seen = generated;
        for (FurtherRules each : rules) {
            seen = each.seen(seen);
        }
        return seen;
    }

    @Override
    public GeneratedTable stored(GeneratedTable seen) {
        GeneratedTable stored = seen;
        for (FurtherRules each : rules) {
            stored = each.stored(stored);
        }
        return stored;
    }

    @Override
    public String yaml(String yaml, GeneratedSchema seen) {
        String text = yaml;
        for (FurtherRules each : rules) {
            text = each.yaml(text, seen);
        }
        return text;
    }

    @Override
    public DataSource unseen(DataSource sharded, GeneratedSchema seen) {
        DataSource dataSource = sharded;
        for (FurtherRules each : rules) {
            dataSource = each.unseen(dataSource, seen);
        }
        return dataSource;
    }

    @Override
    public boolean mayAsk(List<GeneratedStatement> statements, GeneratedSchema seen) {
        return rules.stream().allMatch(each -> each.mayAsk(statements, seen));
    }
}
