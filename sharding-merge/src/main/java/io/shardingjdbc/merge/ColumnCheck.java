package io.shardingjdbc.merge;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.error.ShardingException;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Finds out that the actual tables of a logic table do not have the same columns, before a row of theirs is shown. */
final class ColumnCheck {
    private final int expected;

    /** @param expected how many columns the plan counts on */
    ColumnCheck(int expected) {
        this.expected = expected;
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
                String label = metaData.getColumnLabel(column);
                if (shard == 0) {
                    first[column - 1] = label;
                    continue;
                }
                String expectedLabel = first[column - 1];
                if (!label.equalsIgnoreCase(expectedLabel) && isName(label) && isName(expectedLabel)) {
                    throw new ShardingException(
                            ErrorCode.MERGE_COLUMNS_DIFFER,
                            "column " + label + " at place " + column,
                            "column " + expectedLabel);
                }
            }
        }
    }

    /** Whether it is a column's name; the text of an expression may name the actual table, which differs. */
    private static boolean isName(String label) {
        return !label.isEmpty()
                && Character.isJavaIdentifierStart(label.charAt(0))
                && label.chars().allMatch(Character::isJavaIdentifierPart);
    }
}
