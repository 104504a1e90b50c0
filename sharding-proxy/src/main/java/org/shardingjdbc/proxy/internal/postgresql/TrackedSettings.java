package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of which a client is told whenever they change, as its driver reads values by them. Those that the
 * driver behind us needs to be as they are cannot be changed.
 */
final class TrackedSettings {
    /** What PostgreSQL tells of; those that cannot change in a session come first. */
    private static final List<String> NAMES = List.of(
            "server_version",
            "server_encoding",
            "integer_datetimes",
            "is_superuser",
            "client_encoding",
            "DateStyle",
            "IntervalStyle",
            "TimeZone",
            "standard_conforming_strings",
            "default_transaction_read_only");

    private static final int FIRST_CHANGING = 5;
    private static final Logger LOG = LoggerFactory.getLogger(TrackedSettings.class);

    private final DatabaseSession session;
    private final MessageWriter out;
    private final Map<String, String> told = new LinkedHashMap<>();
    /** Whether the open transaction has changed one, which its end may take back. */
    private boolean changed;

    TrackedSettings(DatabaseSession session, MessageWriter out) {
        this.session = session;
        this.out = out;
    }

    /**
     * Tells the client of all.
     *
     * @param changed whether this session has other values than a new one
     */
    void tellAll(String user, String applicationName, boolean changed) throws SQLException {
        (changed ? read(NAMES) : defaults()).forEach(this::tell);
        tell("session_authorization", user);
        tell("application_name", applicationName);
    }

    /** Asks for the values of a new session, where nobody has yet; to be called while this one is new. */
    void learnDefaults() throws SQLException {
        defaults();
    }

    /** The values of a new session. */
    private Map<String, String> defaults() throws SQLException {
        Map<String, String> known = session.database().defaultSettings();
        if (known == null) {
            known = read(NAMES);
            session.database().defaultSettings(known);
        }
        return known;
    }

    /** Whether a new session has a value that is no other one for the client. */
    boolean isAlready(String name, String value) throws SQLException {
        String setting = name.toLowerCase(Locale.ROOT);
        switch (setting) {
            case "client_encoding", "application_name" -> {
                // the one must be what it is, and the other one is ours to tell
                return true;
            }
            case "extra_float_digits" -> {
                // all that are positive are alike
                return !value.startsWith("-") && !value.equals("0");
            }
            default -> {
                for (Map.Entry<String, String> each : defaults().entrySet()) {
                    if (each.getKey().equalsIgnoreCase(setting)) {
                        return each.getValue().equalsIgnoreCase(value)
                                || setting.equals("datestyle")
                                        && value.equalsIgnoreCase("ISO")
                                        && each.getValue().startsWith("ISO");
                    }
                }
                return false;
            }
        }
    }

    private void tell(String name, String value) {
        if (!value.equals(told.put(name, value))) {
            out.parameterStatus(name, value);
        }
    }

    private Map<String, String> read(List<String> names) throws SQLException {
        StringBuilder query = new StringBuilder("SELECT ");
        for (String each : names) {
            query.append(query.length() == 7 ? "" : ", ")
                    .append("current_setting('")
                    .append(each)
                    .append("')");
        }
        Map<String, String> values = new LinkedHashMap<>();
        try (Statement statement = session.connection().createStatement();
                ResultSet rows = statement.executeQuery(query.toString())) {
            rows.next();
            for (int i = 0; i < names.size(); i++) {
                values.put(names.get(i), rows.getString(i + 1));
            }
        }
        return values;
    }

    /** @throws SQLException when the statement sets what must stay */
    void requireSupported(ClientCommand command) throws SQLException {
        if (command.tree() instanceof SetStatement set && !set.reset()) {
            for (SetStatement.SetAssignment each : set.assignments()) {
                requireSupported(each.name(), each.value());
            }
        }
    }

    /**
     * @param name in any case
     * @param value as written, with quotes or without
     */
    static void requireSupported(String name, String value) throws SQLException {
        String setting = name.toLowerCase(Locale.ROOT);
        String wanted = value.replace("'", "").strip().toLowerCase(Locale.ROOT);
        switch (setting) {
            case "client_encoding", "names" -> {
                String encoding = wanted.replace("-", "").replace("_", "");
                if (!encoding.equals("utf8") && !encoding.equals("unicode") && !encoding.equals("default")) {
                    throw SqlErrors.refuse("The client encoding " + value, "the proxy speaks UTF8");
                }
            }
            case "datestyle" -> {
                if (wanted.contains("postgres") || wanted.contains("sql") || wanted.contains("german")) {
                    throw SqlErrors.refuse("The DateStyle " + value, "the proxy writes dates as ISO does");
                }
            }
            default -> {}
        }
    }

    /** A statement was executed: tells what it may have changed. */
    void executed(ClientCommand command) throws SQLException {
        boolean all = command.tag().words().startsWith("DISCARD");
        if (command.tree() instanceof SetStatement set) {
            all = set.assignments().isEmpty();
            for (SetStatement.SetAssignment each : set.assignments()) {
                all |= isTracked(each.name());
            }
        }
        if (all) {
            changed = session.inTransaction() || session.isImplicit();
            tellChanges();
        }
    }

    /**
     * An answer is complete, also that of a failure: tells what the end of a transaction that the client knows nothing
     * of has taken back.
     */
    void settle() throws SQLException {
        if (changed && !session.inTransaction() && !session.isImplicit()) {
            changed = false;
            tellChanges();
        }
    }

    /** A transaction was begun or ended, or a part of it taken back; what the client knows is done stays so. */
    void transactionEnded(ClientCommand command) {
        if (changed && command.kind() != CommandKind.BEGIN && command.kind() != CommandKind.SAVEPOINT) {
            try {
                tellChanges();
                changed = session.inTransaction();
            } catch (SQLException e) {
                LOG.debug("The settings of a session are not known behind its transaction", e);
            }
        }
    }

    private void tellChanges() throws SQLException {
        read(NAMES.subList(FIRST_CHANGING, NAMES.size())).forEach(this::tell);
    }

    private static boolean isTracked(String name) {
        if (name.equals("time_zone") || name.equals("time zone")) {
            return true;
        }
        for (String each : NAMES) {
            if (each.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }
}
