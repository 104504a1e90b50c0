package org.shardingjdbc.engine.internal.statement.sequence;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.SeveralStatements;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.SharedSources;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.session.TextTransaction;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.SequencePlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.rule.execution.StatementKind;

/**
 * Executes a text of several statements one after the other, until one fails, as the driver of the database would
 * ({@link SeveralStatements}).
 *
 * <p>The statements are examined beforehand, as far as none of them changes what a later one means: a statement that
 * cannot be executed is refused before the first one is executed. One per execution, used by one thread.
 */
public final class SequenceExecution {
    private static final Object[] NO_VALUES = {};

    private final LogicStatement whole;
    private final ExecutionRequest request;
    private final SeveralStatements manners;
    private final List<SequencePart> parts;
    /** Null for a text that is not prepared. */
    private final @Nullable Parameters given;

    /** @param given the parameters, all set; null for a text that is not prepared */
    public SequenceExecution(
            LogicStatement whole, ExecutionRequest request, SequencePlan plan, @Nullable Parameters given) {
        this.whole = whole;
        this.request = request;
        this.manners = Objects.requireNonNull(
                request.deployed().deployment().dialect().drivers().severalStatements(), "it takes several");
        this.given = given;
        this.parts = new ArrayList<>(plan.statements().size());
        for (TextPart each : plan.statements()) {
            if (!each.isEmpty() || manners.gaps() != SeveralStatements.Gaps.PASSED_OVER) {
                parts.add(new SequencePart(whole, each, given));
            }
        }
    }

    /**
     * Executes the statements, and fills the results of the statement that was given the text.
     *
     * @throws ShardingException when it is refused
     */
    public void run() throws SQLException {
        requireAllowed();
        if (given != null) {
            SharedSources.spoolAll(given, whole.spooled());
        }
        if (whole.timeoutSeconds() > 0) {
            whole.results().beginSteps();
        }
        SequenceRun run = new SequenceRun(whole, parts);
        whole.results().beginSeveral(run);
        TextTransaction transaction = whole.session().textTransaction(manners.unity());
        try {
            if (lookAhead()) {
                transaction.seesItself();
            }
            for (int at = 0; at < parts.size(); at++) {
                whole.results().check();
                execute(at, transaction);
            }
            transaction.commit();
        } catch (SQLException | RuntimeException | Error e) {
            whole.closeAfter(e);
            transaction.rollBack(e);
            throw e;
        } finally {
            transaction.over();
            whole.results().nested(null);
        }
        if (manners.results() == SeveralStatements.Results.FIRST) {
            run.showFirst();
        } else {
            run.showAll();
        }
    }

    // ---- beforehand

    private void requireAllowed() throws SQLException {
        if (!request.deployed().deployment().takesSeveralStatements()) {
            throw new ShardingException(ErrorCode.SEVERAL_STATEMENTS_NOT_ALLOWED, manners.allowing());
        }
        if (request.keys().wanted() && manners.keys() == SeveralStatements.Keys.REFUSED) {
            throw SqlErrors.refuse(
                    "Generated keys of a text of several statements",
                    "the driver shows rows in their place; execute the statements one by one, or write RETURNING");
        }
        if (request.wanted() == ExpectedResult.ROWS && manners.results() == SeveralStatements.Results.ALL_ALIKE) {
            throw SqlErrors.refuse(
                    "executeQuery of a text of several statements",
                    "it has several results; call execute and getMoreResults");
        }
    }

    /**
     * Examines the statements as long as each one means what it will mean when its turn comes.
     *
     * @return whether a statement may do more than read, so that those behind it must see what it did
     */
    private boolean lookAhead() {
        boolean writes = false;
        boolean known = true;
        for (int at = 0; at < parts.size() && known; at++) {
            SequencePart part = parts.get(at);
            StatementPlan plan = part.isEmpty() ? null : planned(part);
            if (plan instanceof ShardPlan shards) {
                known = isKnown(shards, part, at);
                writes |= shards.statementClass() != StatementClass.READ
                        || shards.facts().kind() != StatementKind.READ;
            } else {
                known = plan instanceof SessionPlan session && session.statement() instanceof TransactionStatement;
            }
        }
        return writes || !known;
    }

    /** Whether a statement only reads or changes rows, so that the statements behind it mean the same now as then. */
    private boolean isKnown(ShardPlan plan, SequencePart part, int at) {
        boolean definition = plan.statementClass() == StatementClass.DEFINITION;
        if (definition || plan.generatedKeys() == null && !isAnswered(plan, part)) {
            return false;
        }
        if (isOfRows(plan)) {
            requireWanted(plan, part, at);
            return true;
        }
        return false;
    }

    /**
     * The statement's plan; null where it cannot be planned now, as a statement before it may create what is missing.
     */
    private static @Nullable StatementPlan planned(SequencePart part) {
        try {
            return part.plan().plan();
        } catch (ShardingException e) {
            requireSupported(e);
            return null;
        }
    }

    private static void requireSupported(ShardingException refusal) {
        if (refusal.code().category() == ErrorCategory.UNSUPPORTED) {
            throw refusal;
        }
    }

    private static boolean isOfRows(ShardPlan plan) {
        StatementClass kind = plan.statementClass();
        return kind == StatementClass.READ || kind == StatementClass.LOCKING_READ || kind == StatementClass.WRITE;
    }

    private void requireWanted(ShardPlan plan, SequencePart part, int at) {
        ExecutionRequest asked =
                new ExecutionRequest(part.plan(), part.parameters(), GeneratedKeyRequest.NONE, wanted(at));
        if (asked.returnsRows(plan)) {
            asked.requireRows();
        } else {
            asked.requireCount();
        }
    }

    /** Whether the statement is not refused, neither as a whole nor for its values. */
    private static boolean isAnswered(ShardPlan plan, SequencePart part) {
        Object[] values =
                part.parameters() == null ? NO_VALUES : part.parameters().values();
        try {
            Decision<ChosenUnits> decision = plan.decide(values, part.hints());
            if (decision instanceof Decision.Refused<ChosenUnits> refused) {
                plan.steps(values, part.hints(), refused.reason()).proved();
            }
            return true;
        } catch (ShardingException e) {
            requireSupported(e);
            return false;
        }
    }

    private ExpectedResult wanted(int at) {
        return at == 0 || manners.results() == SeveralStatements.Results.ALL_ALIKE
                ? request.wanted()
                : ExpectedResult.ANY;
    }

    // ---- one of them

    private void execute(int at, TextTransaction transaction) throws SQLException {
        SequencePart part = parts.get(at);
        if (part.isEmpty()) {
            if (manners.gaps() == SeveralStatements.Gaps.REFUSED) {
                throw new ShardingException(ErrorCode.SYNTAX_ERROR, 1, 1, "end of statement", "a statement");
            }
            return;
        }
        whole.results().nested(part.results());
        DeployedPlan planned = part.plan();
        if (transaction.before(planned.plan())) {
            GeneratedKeyRequest keys =
                    manners.keys() == SeveralStatements.Keys.OF_RESULT ? request.keys() : GeneratedKeyRequest.NONE;
            part.execute(keys, wanted(at));
        } else {
            part.results().count(0);
        }
        transaction.after(planned.plan());
    }
}
