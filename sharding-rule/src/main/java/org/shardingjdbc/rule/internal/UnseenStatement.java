package org.shardingjdbc.rule.internal;

import java.util.List;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.execution.StatementPart;
import org.shardingjdbc.rule.side.ColumnValueSet;
import org.shardingjdbc.rule.side.StatementValues;

/** A statement of which nothing is known, for rules to look at. */
enum UnseenStatement implements PlannedStatement, StatementValues {
    ONLY;

    @Override
    public boolean has(StatementPart part) {
        return false;
    }

    @Override
    public StatementKind kind() {
        return StatementKind.CALL;
    }

    @Override
    public List<String> logicTables() {
        return List.of();
    }

    @Override
    public Operation operation() {
        return Operation.OTHER;
    }

    @Override
    public List<Place> places(String table) {
        return List.of();
    }

    @Override
    public List<ColumnValueSet> assigned(String table, String column) {
        return List.of();
    }
}
