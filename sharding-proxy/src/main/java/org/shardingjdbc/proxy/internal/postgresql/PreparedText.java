package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;

/** A statement as a client has prepared it, under a name or without one. Used by the thread that converses. */
final class PreparedText implements AutoCloseable {
    private final DatabaseSession session;
    private final NumberedPlaceholders text;
    /** Null for a text without a statement. */
    private final @Nullable ClientCommand command;

    private final int[] declared;
    private int @Nullable [] types;
    /** One that no portal uses; null where there is none. */
    private @Nullable PreparedStatement free;

    private boolean closed;
    /** Whether the client was told that it returns no rows. */
    private boolean toldNoRows;
    /** The columns that the client was told of; null where it was told of none. */
    private SentColumn @Nullable [] first;
    /** Whether no data node knows all that it reads, so that its rows alone tell of their columns. */
    private boolean undescribed;

    /** @param declared the types that the client says; 0 for what it leaves open */
    PreparedText(DatabaseSession session, NumberedPlaceholders text, @Nullable ClientCommand command, int[] declared) {
        this.session = session;
        this.text = text;
        this.command = command;
        this.declared = declared;
    }

    /** A statement of which the client does not know, with {@code $1} for its parameters. */
    static PreparedText of(DatabaseSession session, String sql) throws SQLException {
        NumberedPlaceholders text =
                NumberedPlaceholders.of(sql, session.parser().dialect());
        return new PreparedText(session, text, session.preparedCommand(text.sql()), new int[0]);
    }

    /** Null for a text without a statement. */
    @Nullable
    ClientCommand command() {
        return command;
    }

    int parameterCount() {
        return Math.max(text.count(), declared.length);
    }

    /** @throws SQLException when nobody knows whether that is so */
    void toldNoRows(boolean told) throws SQLException {
        if (told && undescribed) {
            throw Portal.undescribed();
        }
        toldNoRows = told;
    }

    boolean isToldNoRows() {
        return toldNoRows;
    }

    /** Of each question mark of the text, which value it stands for. */
    int[] sources() {
        return text.sources();
    }

    /** Whether the client has said of which type a value is. */
    boolean isDeclared(int parameter) {
        return parameter < declared.length && declared[parameter] != 0 && declared[parameter] != TypeId.UNKNOWN;
    }

    /**
     * The types of the values: those that the client says, and for what it leaves open those that a data node says.
     *
     * @return of each value; 0 for one that users have defined, {@link TypeId#UNTOLD} where nobody knows it
     */
    int[] types() throws SQLException {
        int[] known = types;
        if (known == null) {
            known = new int[parameterCount()];
            boolean open = false;
            for (int i = 0; i < known.length; i++) {
                known[i] = isDeclared(i) ? declared[i] : 0;
                open |= known[i] == 0;
            }
            if (open && command != null) {
                ask(known);
            }
            types = known;
        }
        return known;
    }

    private void ask(int[] known) throws SQLException {
        int[] sources = text.sources();
        DeployedPlan plan = plan();
        int[] asked = session.database().parameterTypes(plan);
        if (asked == null || asked.length != sources.length) {
            asked = askDataNode(sources.length);
            session.database().parameterTypes(plan, asked);
        }
        for (int i = 0; i < sources.length; i++) {
            if (known[sources[i]] == 0) {
                known[sources[i]] = asked[i];
            }
        }
    }

    private int[] askDataNode(int count) throws SQLException {
        int[] asked = new int[count];
        PreparedStatement statement = take();
        try {
            session.running(statement);
            ParameterMetaData told = statement.getParameterMetaData();
            for (int i = 0; i < count; i++) {
                String name = told.getParameterTypeName(i + 1);
                TypeId type = name == null ? null : TypeId.builtIn(name);
                int defined = name == null || name.isEmpty() ? TypeId.UNTOLD : 0;
                asked[i] = type == null ? defined : type.oid();
            }
        } catch (SQLException e) {
            requireAnsweredInSteps(e);
            Arrays.fill(asked, TypeId.UNTOLD);
        } finally {
            session.running(null);
            giveBack(statement);
        }
        return asked;
    }

    /** The plan that new executions have; null where it is not told without planning. */
    private @Nullable DeployedPlan plan() {
        return session.connection().session().kept(text.sql());
    }

    /** The columns that its rows will have; null where it returns none, or nobody knows them yet. */
    SentColumn @Nullable [] columns() throws SQLException {
        if (command == null || isControl(command)) {
            return null;
        }
        DeployedPlan plan = plan();
        SentColumn[] known = session.database().columns(plan);
        if (known != null) {
            first = first == null ? known : first;
            return known;
        }
        PreparedStatement statement = take();
        try {
            session.running(statement);
            ResultSetMetaData described = statement.getMetaData();
            if (described == null && command.tree() instanceof ShowStatement && parameterCount() == 0) {
                return shown(statement);
            }
            if (described == null || described.getColumnCount() == 0) {
                return null;
            }
            SentColumn[] columns = SentColumn.of(described);
            session.database().columns(plan, columns);
            first = first == null ? columns : first;
            return columns;
        } catch (SQLException e) {
            requireAnsweredInSteps(e);
            undescribed = true;
            return null;
        } finally {
            session.running(null);
            giveBack(statement);
        }
    }

    /** A query whose tables no data source has together is still answered, from what is read of each. */
    private void requireAnsweredInSteps(SQLException e) throws SQLException {
        boolean apart = e.getErrorCode() == ErrorCode.TABLES_IN_DIFFERENT_DATA_SOURCES.number();
        if (!apart || command == null || !(command.tree() instanceof QueryStatement)) {
            throw e;
        }
    }

    /**
     * Whether its rows have other columns by now than at first, by which a client may read them without asking again.
     */
    boolean hasChanged(SentColumn[] columns) {
        SentColumn[] known = first;
        if (known == null) {
            first = columns;
            return false;
        }
        return !SentColumn.areAlike(known, columns);
    }

    /** They are others by now, as tables have changed behind the plan. */
    void forgetColumns() {
        session.database().forgetColumns(plan());
    }

    /** A setting is read to learn what its column is called. */
    private SentColumn @Nullable [] shown(PreparedStatement statement) throws SQLException {
        if (!statement.execute()) {
            return null;
        }
        try (ResultSet rows = statement.getResultSet()) {
            return SentColumn.of(rows.getMetaData());
        }
    }

    private static boolean isControl(ClientCommand command) {
        return switch (command.kind()) {
            case BEGIN,
                    COMMIT,
                    ROLLBACK,
                    ROLLBACK_TO_SAVEPOINT,
                    SAVEPOINT,
                    SETTING,
                    COPY,
                    CURSOR,
                    DISCARD_ALL,
                    LISTEN,
                    NOTHING -> true;
            default -> false;
        };
    }

    /** The statement of the library, for one portal at a time, as it has one result at a time. */
    PreparedStatement take() throws SQLException {
        PreparedStatement statement = free;
        free = null;
        return statement == null ? session.connection().prepareStatement(text.sql()) : statement;
    }

    void giveBack(PreparedStatement statement) throws SQLException {
        if (free == null && !closed) {
            free = statement;
        } else {
            statement.close();
        }
    }

    /** The session has another connection from now on. */
    void leaveConnection() throws SQLException {
        PreparedStatement statement = free;
        free = null;
        if (statement != null) {
            statement.close();
        }
    }

    @Override
    public void close() throws SQLException {
        closed = true;
        leaveConnection();
    }
}
