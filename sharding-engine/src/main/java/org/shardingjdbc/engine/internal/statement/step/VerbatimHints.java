package org.shardingjdbc.engine.internal.statement.step;

import java.util.List;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;

/**
 * The hints of a step that goes to one data source as it is written.
 *
 * @param scopes what else the application hints at
 */
record VerbatimHints(String dataSourceName, HintValues scopes) implements HintValues {
    @Override
    public List<Comparable<?>> databaseValues(String logicTable) {
        return scopes.databaseValues(logicTable);
    }

    @Override
    public List<Comparable<?>> tableValues(String logicTable) {
        return scopes.tableValues(logicTable);
    }

    @Override
    public boolean auditDisabled(String auditorName) {
        return scopes.auditDisabled(auditorName);
    }

    @Override
    public Side side() {
        return scopes.side();
    }

    @Override
    public boolean limitDisabled(String limitName) {
        return scopes.limitDisabled(limitName);
    }

    @Override
    public String reader() {
        return scopes.reader();
    }

    @Override
    public boolean skipRewrite() {
        return true;
    }
}
