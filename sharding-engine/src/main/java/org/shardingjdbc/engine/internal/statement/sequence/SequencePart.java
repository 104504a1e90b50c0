package org.shardingjdbc.engine.internal.statement.sequence;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.PlanExecutor;
import org.shardingjdbc.engine.internal.statement.logic.Redefinition;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * One statement of a text, executed once, with the options of the statement that was given the text, and in its time.
 * The results stay open as long as the statement shows them, or may show them. Not thread-safe, but for a cancel.
 */
final class SequencePart extends LogicStatement {
    private final LogicStatement whole;
    private final TextPart statement;
    /** Null for a text that is not prepared. */
    private final @Nullable Parameters parameters;
    /** Null until the statement is planned. */
    private @Nullable DeployedPlan deployed;

    /** @param given the parameters of the text; null where it is not prepared */
    SequencePart(LogicStatement whole, TextPart statement, @Nullable Parameters given) {
        super(whole.session(), whole.shape(), whole.options());
        this.whole = whole;
        this.statement = statement;
        this.parameters = given == null ? null : ofIts(given, statement);
        results().within(whole.results());
    }

    private static Parameters ofIts(Parameters given, TextPart statement) {
        Parameters own = new Parameters(statement.parameterCount());
        for (int i = 0; i < own.count(); i++) {
            own.take(i, given, statement.firstParameter() + i);
        }
        return own;
    }

    boolean isEmpty() {
        return statement.isEmpty();
    }

    /** Null where the text is not prepared. */
    @Nullable
    Parameters parameters() {
        return parameters;
    }

    /**
     * The current plan.
     *
     * @throws ShardingException when the SQL is wrong or refused
     */
    DeployedPlan plan() {
        Session session = session();
        if (deployed == null || !session.isCurrent(deployed)) {
            deployed = parameters == null
                    ? session.plans().planOnce(statement.sql())
                    : session.plans().plan(statement.sql());
        }
        return deployed;
    }

    /** Executes the statement, and again where that failed because its tables were redefined. */
    void execute(GeneratedKeyRequest keys, ExpectedResult wanted) throws SQLException {
        DeployedPlan now = plan();
        boolean first = session().isUntouched();
        try {
            executor().execute(this, new ExecutionRequest(now, parameters, keys, wanted));
        } catch (SQLException | ShardingException e) {
            boolean repeatable = parameters == null || !parameters.withStreams();
            new Redefinition(this, first, repeatable).executeAgain(now, e, this::plan, again -> executor()
                    .execute(this, new ExecutionRequest(again, parameters, keys, wanted)));
        }
        whole.results().warn(results().warnings());
    }

    /** The current rows; null where the current result is a count. */
    @Nullable
    ResultSet rows() {
        return results().rows();
    }

    @Override
    public boolean holdsRows() {
        return true;
    }

    @Override
    public PlanExecutor executor() {
        return whole.executor();
    }

    @Override
    public String text() {
        return statement.sql();
    }

    @Override
    public @Nullable Statement face() {
        return whole.face();
    }

    @Override
    public boolean accompanies(String table) {
        return super.accompanies(table) || whole.accompanies(table);
    }

    @Override
    public int nesting() {
        return whole.nesting();
    }

    @Override
    public HintValues hints() {
        return whole.hints();
    }

    @Override
    protected void release() {
        // It holds nothing else.
    }

    @Override
    public void completed() throws SQLException {
        whole.results().closed(results().rows());
    }
}
