package org.shardingjdbc.dialect.internal;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a session of a database keeps, and what becomes of a transaction. The default answers are those of a database
 * whose definitions commit, whose settings outlive a rollback, and whose sessions keep nothing but settings.
 */
public interface Sessions {
    /** Whether a failed statement leaves a transaction in which nothing but a rollback (to a savepoint) is possible. */
    default boolean failureAbortsTransaction() {
        return false;
    }

    /** Whether a savepoint hides an older one of its name, which stays; if not, it takes its place. */
    default boolean keepsHiddenSavepoints() {
        return false;
    }

    /** Whether definition statements belong to transactions; if not, they commit the one that is open. */
    default boolean transactionalDefinitions() {
        return false;
    }

    /** Whether CREATE TABLE ... AS answers with the number of rows that it has put in. */
    default boolean countsRowsOfNewTables() {
        return true;
    }

    /** Whether a rollback also takes back what SET did in the transaction. */
    default boolean rollsBackSettings() {
        return false;
    }

    /** Whether BEGIN inside a transaction commits it; if not, it changes nothing. */
    default boolean beginCommits() {
        return false;
    }

    /**
     * Whether SET TRANSACTION is of the transaction that comes next, and refused inside of one; if not, it is of the
     * one that it is executed in.
     */
    default boolean setsNextTransaction() {
        return false;
    }

    /** Whether the database has rolled the whole transaction back when it threw that: a victim of a deadlock. */
    default boolean rolledBackTransaction(SQLException error) {
        String state = error.getSQLState();
        return !failureAbortsTransaction() && state != null && state.startsWith("40");
    }

    /**
     * The statement that gives a session variable the value back that it had when the connection was new.
     *
     * @param name in lower case
     * @return null when there is none that is certain to; then the connection is not used again
     */
    default @Nullable String resetVariable(String name) {
        return null;
    }

    /**
     * The start of the statement that gives a connection the key which LAST_INSERT_ID() then tells; a number follows.
     * Null where a session remembers no such key, or it cannot be set.
     */
    default @Nullable String settingOfLastKey() {
        return null;
    }

    /** A query for the key that the session remembers as the last one; null where it remembers none. */
    default @Nullable String questionOfLastKey() {
        return null;
    }

    /** What frees the locks that a session took by functions, and ends its listening. */
    default List<String> endSessionState() {
        return List.of();
    }

    /**
     * A query that returns a row when the session has locks which it took by functions, or listens; null where the
     * database tells nobody.
     */
    default @Nullable String asksForSessionState() {
        return null;
    }

    /** The session variable behind {@link java.sql.Connection#setSchema}; null when the schema is no variable. */
    default @Nullable String schemaVariable() {
        return null;
    }

    /** What a pool runs on each new connection when its configuration does not say; null for nothing. */
    default @Nullable String connectionInitSql() {
        return null;
    }

    /** Whether LOCK TABLES is of the session, and not of the transaction. */
    default boolean locksTablesForSession() {
        return false;
    }

    /** The language of a block of code that names none, when DO runs one; null where it does not. */
    default @Nullable String blockLanguage() {
        return null;
    }

    /** The views of which an UPDATE sets something of the session; in lower case. */
    default Set<String> settingViews() {
        return Set.of();
    }

    /**
     * Whether a statement leaves something on the connection that it runs on, or runs what may: an open cursor, a lock
     * that no transaction ends, a script. Those that each database has alike are not asked for.
     *
     * @param first its first word, in upper case
     * @param second what stands behind that, in upper case; empty for nothing
     */
    default boolean staysOnConnection(String first, String second) {
        return false;
    }

    /** Whether LOAD loads a library into the session. */
    default boolean loadsLibraries() {
        return false;
    }

    /**
     * The settings by which each transaction of a session is read-only unless it says otherwise, in lower case. They
     * are not for connections on which tables of our own are filled.
     */
    default Set<String> readOnlySettings() {
        return Set.of();
    }

    /** The settings whose value is the key that the session remembers as the last one; in lower case. */
    default Set<String> lastKeySettings() {
        return Set.of();
    }

    /** Whether autocommit is a setting, which SET switches. */
    default boolean hasAutoCommit() {
        return true;
    }

    /** The settings of which a SET lasts for the transaction, and does nothing where none is open; in lower case. */
    default Set<String> transactionSettings() {
        return Set.of();
    }

    /** The SET of one of {@link #readOnlySettings}; null where there is none. */
    default @Nullable String readOnlyStatement(boolean readOnly) {
        return null;
    }

    /**
     * What a setting does that matters to routing and merging.
     *
     * @param name in lower case
     * @param value in upper case, without quotes
     */
    default SettingEffect effect(String name, String value) {
        return SettingEffect.NONE;
    }

    /** What a setting of a session does that matters to routing and merging. */
    enum SettingEffect {
        /** Nothing that matters. */
        NONE,
        /** Texts, quotes or operators mean something else. */
        GRAMMAR,
        /** Values are compared or stored otherwise. */
        VALUES,
        /** Texts are compared by their beginning where rows are sorted or grouped. */
        SORTS,
        /** Texts travel in another encoding than the driver's. */
        CHARACTERS,
        /** Floating point numbers are delivered with fewer digits than they have. */
        DIGITS,
        /** NULLs sort at another end. */
        NULLS,
        /** The next key that a database makes is set, on each data node the same. */
        KEYS,
        /** A commit begins another transaction, or ends the connection. */
        COMMITS,
        /** The rows of a result are limited. */
        ROWS,
        /** Times are shifted on their way. */
        TIMES,
        /** It is followed, but only in a statement of its own. */
        ALONE
    }
}
