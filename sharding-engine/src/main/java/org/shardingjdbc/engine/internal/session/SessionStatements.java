package org.shardingjdbc.engine.internal.session;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.dialect.internal.Sessions;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.SideStatements;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.engine.internal.session.transaction.LogicSavepoint;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction.Opening;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetScope;
import org.shardingjdbc.parser.internal.ast.SetStatement.UseStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan.OneSetting;
import org.shardingjdbc.plan.internal.setting.UnfollowedSettings;

/** Executes statements about the session itself, as a database would for its one connection. One per statement. */
public final class SessionStatements {
    private static final String OWN_PREFIX = "sharding.";
    private static final String TRANSACTION_TYPE = OWN_PREFIX + "transaction_type";

    private final Session session;
    private final Evaluation evaluation;

    /** Computes the value of a SET, once. */
    public interface Evaluation {
        /** @return the value as the driver gives it, or null */
        Object value(NestedStatement query) throws SQLException;
    }

    public SessionStatements(Session session, Evaluation evaluation) {
        this.session = session;
        this.evaluation = evaluation;
    }

    public void execute(SessionPlan plan, Object[] parameters) throws SQLException {
        session.checkOpen();
        Statement statement = plan.statement();
        if (statement instanceof TransactionStatement transaction) {
            execute(transaction, plan.sql());
        } else if (statement instanceof SetStatement set) {
            if (plan.apart().isEmpty()) {
                set(BoundSet.of(set, parameters), plan.sql(), Arrays.asList(parameters));
            } else {
                setApart(plan.apart());
            }
        } else if (statement instanceof UseStatement use) {
            String name = use.schema().text();
            if (session.dialect().naming().databasesAreSchemas()) {
                session.attributes().schema().catalog(name);
            } else {
                session.attributes().schema().schema(folded(use));
            }
        } else {
            throw SqlErrors.of(
                    ErrorCode.INTERNAL,
                    "no session statement: " + statement.getClass().getSimpleName());
        }
    }

    /** The schema's name as the database stores it. */
    private String folded(UseStatement use) {
        String name = use.schema().text();
        if (use.schema().quoted()) {
            return name;
        }
        return session.dialect().naming().folded(name);
    }

    // ---- transactions

    private void execute(TransactionStatement statement, String sql) throws SQLException {
        switch (statement.kind()) {
            case BEGIN -> begin(statement, sql);
            case COMMIT -> end(true, statement.chain());
            case ROLLBACK -> end(false, statement.chain());
            case SAVEPOINT -> savepoint(name(statement.savepoint()));
            case RELEASE_SAVEPOINT -> session.transactions().release(known(statement.savepoint()));
            case ROLLBACK_TO_SAVEPOINT -> session.transactions().rollback(known(statement.savepoint()));
            case SET_TRANSACTION -> setTransaction(statement, sql);
        }
    }

    private void begin(TransactionStatement statement, String sql) throws SQLException {
        String type = session.transactions().origin().type();
        if (statement.snapshot() && !type.equals("LOCAL")) {
            throw SqlErrors.refuse(
                    "WITH CONSISTENT SNAPSHOT in a transaction of type " + type,
                    "its branches begin otherwise; read in one of type LOCAL (SET sharding.transaction_type = LOCAL)");
        }
        if (session.transactions().isOpen()) {
            if (!session.dialect().sessions().beginCommits()) {
                session.transactions().checkUsable();
                session.warn(new SQLWarning("There is already a transaction in progress", "25001"));
                return;
            }
            session.transactions().endNow(true);
        }
        session.transactions().begin();
        if (statement.isolation() != null) {
            session.transactions()
                    .nextOpening()
                    .add(Opening.setsTransaction("SET TRANSACTION ISOLATION LEVEL " + statement.isolation()));
        }
        if (statement.readOnly() != null) {
            session.transactions().course().declare(statement.readOnly());
            session.transactions()
                    .nextOpening()
                    .add(Opening.setsTransaction(
                            statement.readOnly() ? "SET TRANSACTION READ ONLY" : "SET TRANSACTION READ WRITE"));
        }
        if (statement.snapshot()) {
            openSnapshots();
        }
    }

    /**
     * Begins the transaction on all data sources now, one right after the other: what each shows is as old as the
     * transaction.
     */
    private void openSnapshots() throws SQLException {
        session.transactions().nextOpening().add(Opening.within("START TRANSACTION WITH CONSISTENT SNAPSHOT"));
        Deployment deployment = session.deployment();
        try {
            for (int i = 0; i < deployment.dataSources(); i++) {
                session.lease(deployment, i).close();
            }
        } catch (SQLException | RuntimeException | Error e) {
            // its user takes it for not begun: what he writes next would be lost in it
            session.transactions().endUnbegun(e);
            throw e;
        }
    }

    /** Ends the transaction. With AND CHAIN the next transaction begins at once, with the same characteristics. */
    private void end(boolean commit, boolean chain) throws SQLException {
        SessionTransactions transactions = session.transactions();
        if (!transactions.isOpen()) {
            if (chain) {
                chainToNothing();
            }
            return;
        }
        List<Opening> same = chain ? transactions.characteristics() : List.of();
        boolean again = chain && transactions.autoCommit();
        transactions.endNow(commit);
        if (again) {
            transactions.begin();
        }
        if (!same.isEmpty()) {
            transactions.nextOpening().addAll(same);
        }
    }

    private void chainToNothing() throws SQLException {
        if (!session.dialect().sessions().beginCommits()) {
            throw SqlErrors.of(ErrorCode.NOT_IN_TRANSACTION, "AND CHAIN");
        }
        session.transactions().begin();
    }

    private void savepoint(String name) throws SQLException {
        if (!session.transactions().isOpen() && session.dialect().sessions().beginCommits()) {
            // In autocommit mode such a savepoint is gone when its statement is.
            return;
        }
        session.transactions().setSavepoint(name);
    }

    /** The savepoint's name as the database stores it, which drivers put into quotes. */
    private String name(@Nullable Identifier given) {
        Identifier savepoint = Objects.requireNonNull(given, "a savepoint has a name");
        Naming naming = session.dialect().naming();
        return savepoint.quoted() && naming.quotesKeepCase() ? savepoint.text() : naming.folded(savepoint.text());
    }

    private Savepoint known(@Nullable Identifier named) throws SQLException {
        if (!session.transactions().isOpen()) {
            throw SqlErrors.of(ErrorCode.NOT_IN_TRANSACTION, "A savepoint");
        }
        String name = name(named);
        LogicSavepoint savepoint = session.transactions().ensure().savepoint(name);
        if (savepoint == null) {
            SQLException unknown = SqlErrors.of(ErrorCode.SAVEPOINT_UNKNOWN, name);
            // the statement has failed, as it would in the database
            session.transactions().failures().failedAside(unknown);
            throw unknown;
        }
        return savepoint;
    }

    private void setTransaction(TransactionStatement statement, String sql) throws SQLException {
        if (statement.session()) {
            if (statement.isolation() != null) {
                session.attributes().isolation(isolation(statement.isolation()));
            }
            if (statement.readOnly() != null) {
                session.attributes().readOnly(statement.readOnly());
                enforceReadOnly(statement.readOnly());
            }
            return;
        }
        LogicTransaction current = session.transactions().current();
        if (current != null) {
            current.checkUsable();
            current.open(Opening.setsTransaction(sql));
        } else if (session.transactions().isOpen()
                || session.dialect().sessions().beginCommits()) {
            session.transactions().nextOpening().add(Opening.setsTransaction(sql));
            if (statement.readOnly() != null) {
                session.transactions().course().declare(statement.readOnly());
            }
        } else {
            session.warn(new SQLWarning("SET TRANSACTION has no effect outside of a transaction", "25P01"));
        }
    }

    /** Also tells the database: drivers take a read-only connection for a hint, above all in autocommit mode. */
    private void enforceReadOnly(boolean readOnly) throws SQLException {
        Sessions sessions = session.dialect().sessions();
        String sql = sessions.readOnlyStatement(readOnly);
        if (sql != null) {
            List<String> names = List.copyOf(sessions.readOnlySettings());
            session.attributes().variable(new SessionVariables.Setting(names, sql, List.of()));
        }
    }

    private static int isolation(String words) throws SQLException {
        return switch (words.toUpperCase(Locale.ROOT)) {
            case "READ UNCOMMITTED" -> Connection.TRANSACTION_READ_UNCOMMITTED;
            case "READ COMMITTED" -> Connection.TRANSACTION_READ_COMMITTED;
            case "REPEATABLE READ" -> Connection.TRANSACTION_REPEATABLE_READ;
            case "SERIALIZABLE" -> Connection.TRANSACTION_SERIALIZABLE;
            default -> throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "SET TRANSACTION", words);
        };
    }

    // ---- SET

    private void set(SetStatement set, String sql, List<Object> values) throws SQLException {
        if (setsAutoCommit(set)) {
            SetAssignment only = set.assignments().get(0);
            session.transactions().autoCommit(isOn(values.isEmpty() ? word(only) : String.valueOf(values.get(0))));
            return;
        }
        if (ownSettings(set)) {
            return;
        }
        if (setsLastKey(set)) {
            return;
        }
        for (SetAssignment assignment : set.assignments()) {
            refuseUnfollowed(set, assignment);
            if (set.scope() == SetScope.USER && !isConstant(assignment.expressions())) {
                throw SqlErrors.of(ErrorCode.SESSION_STATEMENT_REFUSED, assignment.name());
            }
            if (assignment.name().equals("search_path")) {
                session.attributes().schema().checkSwitchable(assignment.value());
            }
        }
        set.assignments().forEach(assignment -> session.variables().set(assignment.name()));
        switch (set.scope()) {
            case GLOBAL -> everywhere(sql, values);
            case LOCAL -> local(setsTransaction(names(set)) ? Opening.setsTransaction(sql) : Opening.within(sql));
            case SESSION, USER -> ofSession(set, sql, values);
        }
    }

    private void ofSession(SetStatement set, String sql, List<Object> values) throws SQLException {
        List<String> names = names(set);
        if (!setsTransaction(names)) {
            session.attributes().variable(new SessionVariables.Setting(names, sql, values));
        } else if (session.transactions().isOpen()) {
            local(Opening.setsTransaction(sql));
        }
    }

    /** Whether all these settings are characteristics of the transaction, as those of SET TRANSACTION. */
    private boolean setsTransaction(List<String> names) {
        return session.dialect().sessions().transactionSettings().containsAll(names);
    }

    /** Computes all values once, before anything is set. Then each is as constant as a literal. */
    private void setApart(List<OneSetting> settings) throws SQLException {
        List<Object[]> values = new ArrayList<>();
        for (OneSetting setting : settings) {
            values.add(setting.value() == null ? new Object[0] : new Object[] {computed(setting)});
        }
        for (int i = 0; i < values.size(); i++) {
            OneSetting setting = settings.get(i);
            set(BoundSet.of(setting.set(), values.get(i)), setting.sql(), Arrays.asList(values.get(i)));
        }
    }

    private Object computed(OneSetting setting) throws SQLException {
        Object value = evaluation.value(Objects.requireNonNull(setting.value(), "it has a value"));
        if (!BoundSet.isConstant(value)) {
            throw SqlErrors.of(
                    ErrorCode.SESSION_STATEMENT_REFUSED,
                    setting.set().assignments().get(0).name());
        }
        return value;
    }

    /**
     * Executes a SET of our own settings, which no database knows: {@code SET sharding.transaction_type = XA}. Returns
     * whether it was one.
     */
    private boolean ownSettings(SetStatement set) throws SQLException {
        List<SetAssignment> assignments = set.assignments();
        if (assignments.stream().noneMatch(each -> each.name().startsWith(OWN_PREFIX))) {
            return false;
        }
        SetAssignment only = assignments.get(0);
        if (assignments.size() > 1
                || set.scope() != SetScope.SESSION
                || !only.name().equals(TRANSACTION_TYPE)) {
            throw SqlErrors.refuse(
                    "SET of " + only.name(),
                    "there is only SET " + TRANSACTION_TYPE
                            + " = LOCAL, XA, BASE or DEFAULT, by itself and for the session");
        }
        String type = set.reset() ? "DEFAULT" : word(only);
        session.transactions().type(type.equalsIgnoreCase("DEFAULT") ? null : type);
        return true;
    }

    /** A value that is one word, quoted or not. */
    private static String word(SetAssignment assignment) {
        List<Expression> value = assignment.expressions();
        return value.size() == 1 && value.get(0) instanceof Literal quoted
                ? String.valueOf(quoted.value())
                : assignment.value();
    }

    /**
     * Sets the last key, which the session and not its connections remember. Returns whether the SET was of the last
     * key.
     */
    private boolean setsLastKey(SetStatement set) throws SQLException {
        Set<String> lastKeys = session.dialect().sessions().lastKeySettings();
        List<SetAssignment> assignments = set.assignments();
        if (set.scope() != SetScope.SESSION || assignments.stream().noneMatch(each -> lastKeys.contains(each.name()))) {
            return false;
        }
        SetAssignment only = assignments.get(0);
        if (assignments.size() > 1) {
            throw SqlErrors.refuse("SET of " + only.name() + " beside others", "write it as a SET of its own");
        }
        try {
            session.lastKey().know(new BigInteger(only.value().trim()));
        } catch (NumberFormatException e) {
            throw SqlErrors.refuse("SET " + only.name() + " = " + only.value(), "give it a whole number");
        }
        return true;
    }

    private void refuseUnfollowed(SetStatement set, SetAssignment assignment) throws SQLException {
        Deployment deployment = session.deployment();
        UnfollowedSettings unfollowed =
                new UnfollowedSettings(deployment.rules(), deployment.catalog(), deployment.dialect());
        try {
            unfollowed.refuse(set, assignment);
        } catch (ShardingException refusal) {
            throw SqlErrors.from(refusal);
        }
    }

    /** Whether the SET is one of autocommit. PostgreSQL has no such setting, and refuses it. */
    private boolean setsAutoCommit(SetStatement set) {
        return set.assignments().size() == 1
                && set.scope() == SetScope.SESSION
                && set.assignments().get(0).name().equals("autocommit")
                && session.dialect().sessions().hasAutoCommit();
    }

    private static boolean isOn(String word) throws SQLException {
        return switch (word.trim().toLowerCase(Locale.ROOT)) {
            case "1", "on", "true" -> true;
            case "0", "off", "false" -> false;
            default -> throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "SET autocommit", word);
        };
    }

    private static boolean isConstant(List<Expression> expressions) {
        for (Expression expression : expressions) {
            boolean constant = expression instanceof Literal
                    || expression instanceof Parameter
                    || expression instanceof ColumnReference
                    || expression instanceof Operation operation
                            && operation.children().stream().allMatch(Literal.class::isInstance);
            if (!constant) {
                return false;
            }
        }
        return true;
    }

    private static List<String> names(SetStatement set) {
        List<String> names = new ArrayList<>();
        String prefix = set.scope() == SetScope.USER ? "@" : "";
        for (SetAssignment assignment : set.assignments()) {
            names.add(prefix + assignment.name());
        }
        return names;
    }

    private void everywhere(String sql, List<Object> values) throws SQLException {
        Deployment deployment = session.deployment();
        for (int i = 0; i < deployment.dataSources(); i++) {
            try (ConnectionLease lease = session.lease(deployment, i)) {
                SideStatements.run(lease.connection(), sql, values);
            } catch (SQLException e) {
                throw SqlErrors.onDataSource(e, deployment.pool(i).name());
            }
        }
    }

    private void local(Opening opening) throws SQLException {
        if (!session.transactions().isOpen()) {
            session.warn(new SQLWarning("SET LOCAL has no effect outside of a transaction", "25P01"));
            return;
        }
        if (session.noHome()) {
            // On one branch at least, so that the database says at once whether it can be set.
            Deployment deployment = session.deployment();
            session.lease(deployment, deployment.rules().defaultDataSource()).close();
        }
        session.transactions().ensure().open(opening);
    }

    /**
     * Puts parameter values in place of the placeholders of a SET: a bound value is as constant as a literal.
     * Stateless.
     */
    private static final class BoundSet {
        private BoundSet() {}

        /**
         * The statement with values where whole values are placeholders.
         *
         * @param parameters 0-based
         * @throws SQLException when a placeholder stands elsewhere, or when its value could not be given again to a
         *     connection that joins later
         */
        static SetStatement of(SetStatement set, Object[] parameters) throws SQLException {
            if (parameters.length == 0) {
                return set;
            }
            List<SetAssignment> bound = new ArrayList<>();
            int used = 0;
            for (SetAssignment assignment : set.assignments()) {
                Parameter placeholder = placeholder(assignment.expressions());
                if (placeholder == null) {
                    bound.add(assignment);
                    continue;
                }
                Object value = parameters[placeholder.index()];
                if (!isConstant(value)) {
                    throw refused(assignment);
                }
                used++;
                bound.add(new SetAssignment(
                        assignment.span(), assignment.name(), String.valueOf(value), assignment.expressions()));
            }
            if (used < parameters.length || set.scope() == SetScope.LOCAL) {
                throw refused(set.assignments().get(0));
            }
            return new SetStatement(set.span(), set.scope(), bound, set.reset());
        }

        private static @Nullable Parameter placeholder(List<Expression> value) {
            return value.size() == 1 && value.get(0) instanceof Parameter only ? only : null;
        }

        /** Whether the value can be given again to a connection that joins later. */
        static boolean isConstant(Object value) {
            return value == null || value instanceof Number || value instanceof Boolean || value instanceof String;
        }

        private static SQLException refused(SetAssignment assignment) {
            return SqlErrors.of(ErrorCode.SESSION_STATEMENT_REFUSED, assignment.name());
        }
    }
}
