package org.shardingjdbc.shardingsphere.user;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;

/** Numbers in steps. */
public final class StepKeys implements KeyGenerateAlgorithm {
    private final AtomicLong last = new AtomicLong();
    private int step;

    @Override
    public void init(Properties props) {
        step = Integer.parseInt(props.getProperty("step"));
    }

    @Override
    public Collection<Long> generateKeys(AlgorithmSQLContext context, int count) {
        Calls.note("keys " + context.getDatabaseName() + " " + context.getTableName() + " "
                + context.getColumnName().toLowerCase(Locale.ROOT) + " " + count);
        List<Long> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(last.addAndGet(step));
        }
        return keys;
    }

    @Override
    public String getType() {
        return "STEP_KEYS";
    }
}
