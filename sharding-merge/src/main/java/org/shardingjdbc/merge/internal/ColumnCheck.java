package org.shardingjdbc.merge.internal;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * Finds out that the actual tables of a logic table do not have the same columns, or not those that the plan counts on,
 * before a row of theirs is shown.
 */
final class ColumnCheck {
    private final int expected;
    private final List<String> labels;

    /**
     * @param expected how many columns the plan counts on
     * @param labels of the first of them, as {@link MergePlan#labels}
     */
    ColumnCheck(int expected, List<String> labels) {
        this.expected = expected;
        this.labels = labels;
    }

    /** @throws ShardingException when a shard returns more or fewer columns, or other ones at the same places */
    void check(ResultSet[] shards) throws SQLException {
        String[] first = new String[expected];
        for (int shard = 0; shard < shards.length; shard++) {
            ResultSetMetaData metaData = shards[shard].getMetaData();
            if (metaData.getColumnCount() != expected) {
                throw new ShardingException(
                        ErrorCode.MERGE_COLUMNS_DIFFER, metaData.getColumnCount() + " columns", expected + " columns");
            }
            for (int column = 1; column <= expected; column++) {
                String label = label(metaData, column);
                if (shard == 0) {
                    first[column - 1] = label;
                    checkPlanned(column, label);
                } else if (!label.equalsIgnoreCase(first[column - 1]) && isName(label) && isName(first[column - 1])) {
                    throw differs(column, label, first[column - 1]);
                }
            }
        }
    }

    /** Empty where the driver tells none, as MySQL's does of a column that is an empty text. */
    private static String label(ResultSetMetaData metaData, int column) throws SQLException {
        String label = metaData.getColumnLabel(column);
        return label == null ? "" : label;
    }

    private void checkPlanned(int column, String label) {
        String planned = column <= labels.size() ? labels.get(column - 1) : "";
        if (!planned.isEmpty() && !planned.equalsIgnoreCase(label)) {
            throw differs(column, label, planned);
        }
    }

    private static ShardingException differs(int column, String label, String expected) {
        return new ShardingException(
                ErrorCode.MERGE_COLUMNS_DIFFER, "column " + label + " at place " + column, "column " + expected);
    }

    /** Whether it is a column's name; the text of an expression may name the actual table, which differs. */
    private static boolean isName(String label) {
        return !label.isEmpty()
                && Character.isJavaIdentifierStart(label.charAt(0))
                && label.chars().allMatch(Character::isJavaIdentifierPart);
    }
}
