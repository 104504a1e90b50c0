package org.shardingjdbc.shardingsphere;

import java.util.Collection;
import java.util.Iterator;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.KeyGenerator;

/** A key generator of ShardingSphere's as one of ours. As safe for all threads as it is. */
final class KeyGeneratorAdapter implements KeyGenerator {
    /** What ShardingSphere calls a database that nobody named. */
    private static final String DATABASE = "logic_db";

    private final KeyGenerateAlgorithm theirs;
    private final @Nullable String logicTable;
    private final AlgorithmSQLContext column;

    KeyGeneratorAdapter(KeyGenerateAlgorithm theirs, @Nullable String logicTable, @Nullable String column) {
        this.theirs = theirs;
        this.logicTable = logicTable;
        this.column = new AlgorithmSQLContext(DATABASE, DATABASE, logicTable, column);
    }

    @Override
    public KeyGenerator forColumn(String table, String name) {
        return new KeyGeneratorAdapter(theirs, table, name);
    }

    @Override
    public Comparable<?> next() {
        Object[] one = new Object[1];
        next(one, 0, 1);
        return (Comparable<?>) one[0];
    }

    @Override
    public void next(Object[] keys, int from, int to) {
        Collection<? extends Comparable<?>> made;
        try {
            made = theirs.generateKeys(column, to - from);
        } catch (RuntimeException e) {
            throw ShardingException.causedBy(
                    e,
                    ErrorCode.ALGORITHM_FAILED,
                    name(),
                    logicTable,
                    e.getClass().getName());
        }
        Iterator<? extends Comparable<?>> each = made == null ? null : made.iterator();
        for (int i = from; i < to; i++) {
            Comparable<?> key = each == null || !each.hasNext() ? null : each.next();
            if (key == null) {
                throw new ShardingException(
                        ErrorCode.ALGORITHM_FAILED, name(), logicTable, "fewer keys than " + (to - from));
            }
            keys[i] = key;
        }
    }

    private String name() {
        return "Key generator " + theirs.getClass().getName();
    }
}
