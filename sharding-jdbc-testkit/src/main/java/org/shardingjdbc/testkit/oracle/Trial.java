package org.shardingjdbc.testkit.oracle;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.compare.Outcomes;
import org.shardingjdbc.testkit.oracle.internal.judge.Judge;
import org.shardingjdbc.testkit.oracle.internal.judge.Judgement;
import org.shardingjdbc.testkit.oracle.internal.judge.Judgement.Kind;
import org.shardingjdbc.testkit.oracle.internal.judge.OptimizerDefects;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;

/**
 * Sends a statement, or the statements of a transaction, to both sides and judges the answers. Leaves both sides as it
 * found them. Not thread-safe.
 */
final class Trial {
    private static final int TRANSACTION_FAILED = 6002;
    /** "Current transaction is aborted", as PostgreSQL's clients are told it. */
    private static final String ABORTED = "25P02";

    private final Arena arena;
    private final OracleConnections sides;
    private final Judge judge;
    /** Whether there is no server any more. */
    private boolean crashed;

    /**
     * A statement that was judged.
     *
     * @param plain the answer of the plain database
     * @param sharded the answer of the sharded one
     */
    record JudgedStatement(GeneratedStatement statement, Judgement verdict, Outcome plain, Outcome sharded) {}

    Trial(Arena arena) {
        this.arena = arena;
        this.sides = arena.sides();
        this.judge = new Judge(arena.model());
    }

    /**
     * Runs the statements in order; ends behind one that fails on both sides or differs.
     *
     * @throws ServerCrash when one ends the server of the plain side
     */
    List<JudgedStatement> run(List<GeneratedStatement> statements, Manner manner) throws SQLException {
        List<JudgedStatement> judged = new ArrayList<>();
        try {
            if (manner.transaction()) {
                sides.begin();
            }
            for (int i = 0; i < statements.size(); i++) {
                boolean asked =
                        i + 1 < statements.size() && statements.get(i + 1).asksOfLast();
                JudgedStatement one = one(statements.get(i), manner, asked);
                if (isLost(one) && !judged.isEmpty()) {
                    // by a refusal before: where a failed statement fails the transaction, one that is refused when
                    // some of its rows are known does too
                    break;
                }
                judged.add(one);
                if (isOver(one, manner)) {
                    break;
                }
            }
            if (manner.committed() && manner.transaction()) {
                commit(statements, judged);
            }
        } finally {
            if (!crashed) {
                sides.rollback();
                sides.release();
                undo(statements);
                if (manner.committed()) {
                    arena.restore(arena.generated(), mentioned(statements));
                }
            }
        }
        return judged;
    }

    /** Whether what follows is not to be compared: after a failure, and after a write that only one side has made. */
    private static boolean isOver(JudgedStatement judged, Manner manner) {
        Kind kind = judged.verdict().kind();
        boolean read = !judged.statement().write();
        return switch (kind) {
            case SAME -> false;
            case REFUSED -> !read && !manner.transaction();
            case INVALID -> !read || manner.transaction() || !manner.committed();
            case DIFFERENT, LAXER -> true;
        };
    }

    /** Takes back all definitions, the last one first. */
    private void undo(List<GeneratedStatement> statements) throws SQLException {
        for (int i = statements.size() - 1; i >= 0; i--) {
            sides.execute(statements.get(i).undo());
        }
    }

    private static boolean isLost(JudgedStatement judged) {
        return judged.sharded() instanceof Outcome.Failure failure && isLostTransaction(failure.exception());
    }

    private static boolean isLostTransaction(SQLException e) {
        return Judge.codeOf(e) == TRANSACTION_FAILED || ABORTED.equals(e.getSQLState());
    }

    private static boolean isOfConnection(SQLException e) {
        return e.getSQLState() != null && e.getSQLState().startsWith("08");
    }

    private List<String> mentioned(List<GeneratedStatement> statements) {
        Set<String> tables = new LinkedHashSet<>();
        statements.forEach(statement -> tables.addAll(arena.mentioned(statement)));
        return List.copyOf(tables);
    }

    private void commit(List<GeneratedStatement> statements, List<JudgedStatement> judged) throws SQLException {
        JudgedStatement last = judged.get(judged.size() - 1);
        if (last.verdict().kind() != Kind.SAME) {
            return;
        }
        sides.commit();
        String difference = stateDifference(mentioned(statements));
        if (difference != null) {
            judged.set(
                    judged.size() - 1,
                    new JudgedStatement(
                            last.statement(), Judgement.different(difference), last.plain(), last.sharded()));
        }
    }

    /** @param asked whether the next statement asks what this one has left, so that rows are not compared between */
    private JudgedStatement one(GeneratedStatement statement, Manner manner, boolean asked) throws SQLException {
        try {
            return answered(statement, manner, asked);
        } catch (SQLException e) {
            if (sides.plainAnswers()) {
                throw e;
            }
            crashed = true;
            throw new ServerCrash(statement.sql() + " " + statement.parameters(), e);
        }
    }

    /** @throws SQLException the outcome's, when the server is gone */
    private void expectServer(Outcome outcome) throws SQLException {
        if (outcome instanceof Outcome.Failure failure
                && isOfConnection(failure.exception())
                && !sides.plainAnswers()) {
            throw failure.exception();
        }
    }

    private JudgedStatement answered(GeneratedStatement statement, Manner manner, boolean asked) throws SQLException {
        if (manner.after()) {
            runOther(statement);
        }
        Savepoint before = manner.transaction() ? sides.plainSavepoint() : null;
        Outcome plain = sides.plain(statement, manner);
        expectServer(plain);
        if (Outcomes.isOutOfBounds(plain)) {
            return new JudgedStatement(statement, new Judgement(Kind.INVALID, 0, "without end"), plain, plain);
        }
        Outcome sharded = sides.sharded(statement, manner);
        expectServer(sharded);
        if (Outcomes.isOutOfBounds(sharded)) {
            // what is pulled has no indexes
            return new JudgedStatement(
                    statement, new Judgement(Kind.INVALID, 0, "without end when sharded"), plain, sharded);
        }
        Judgement verdict = judge.judge(statement, plain, sharded);
        if (verdict.kind() == Kind.DIFFERENT && !statement.write() && answersOtherwise(statement, sharded)) {
            return new JudgedStatement(statement, new Judgement(Kind.INVALID, 0, "either way"), plain, sharded);
        }
        if (manner.twice() && verdict.kind() == Kind.SAME) {
            sharded = sides.sharded(statement, manner);
            verdict = again(judge.judge(statement, plain, sharded));
        }
        if (verdict.kind() == Kind.REFUSED && before != null) {
            sides.rollbackPlainTo(before);
        }
        if (verdict.kind() == Kind.SAME && statement.write() && !statement.isDefinition() && !asked) {
            String difference = stateDifference(arena.mentioned(statement));
            if (difference != null) {
                verdict = Judgement.different(difference);
            }
        }
        return new JudgedStatement(statement, verdict, plain, sharded);
    }

    /**
     * Whether MySQL or MariaDB itself gives the answer of the sharded side when its optimizer does less, or H2 when a
     * new connection asks: one that has read a view keeps what it read of it, though its table has other rows since.
     */
    private boolean answersOtherwise(GeneratedStatement statement, Outcome sharded) throws SQLException {
        if (arena.model().kind() == DatabaseKind.H2 && !sides.inTransaction()) {
            return judge.judge(statement, sides.plainAnew(statement), sharded).kind() == Kind.SAME;
        }
        for (String without : OptimizerDefects.switches(arena.model().kind())) {
            Outcome otherwise = sides.plainWithout(without, statement);
            if (judge.judge(statement, otherwise, sharded).kind() == Kind.SAME) {
                return true;
            }
        }
        return false;
    }

    private void runOther(GeneratedStatement statement) throws SQLException {
        try {
            sides.runOther(statement);
        } catch (SQLException e) {
            // the statement itself will meet that too
            if (!isLostTransaction(e)) {
                throw e;
            }
        }
    }

    private static Judgement again(Judgement verdict) {
        if (verdict.kind() == Kind.SAME) {
            return verdict;
        }
        return Judgement.different("the second execution: " + verdict.kind() + " " + verdict.message());
    }

    private String stateDifference(List<String> tables) throws SQLException {
        for (String table : tables) {
            String difference = arena.stateDifference(table);
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }
}
