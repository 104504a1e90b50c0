package org.shardingjdbc.jdbc.check;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A difference between the databases and the configuration. Immutable.
 *
 * @param kind what it is about
 * @param severity how bad it is
 * @param table the logic table; null where it is about a data source
 * @param node the data node, as {@code ds_0.t_order_1}, or the data source; null where it is about all of them
 * @param what one sentence
 * @param remedy what to do, one sentence
 * @param sql statements that do it, in order, without semicolons; often empty. Those of a node are for its data source;
 *     those of a table without a node name the data source of each in a comment. Nothing executes them but you
 */
public record CheckFinding(
        FindingKind kind,
        Severity severity,
        @Nullable String table,
        @Nullable String node,
        String what,
        String remedy,
        List<String> sql) {
    /** Copies the list. */
    public CheckFinding {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(remedy, "remedy");
        sql = List.copyOf(sql);
    }

    /** Where it is: the node, else the table. */
    public String place() {
        return node == null ? String.valueOf(table) : node;
    }

    @Override
    public String toString() {
        return severity + " " + kind.id() + " " + place() + ": " + what + " " + remedy;
    }

    /** How bad a finding is; the worst first. */
    public enum Severity {
        /** Statements fail, or their answers are wrong. */
        ERROR,
        /** They may be, with rows or statements that the check does not know. */
        WARNING,
        /** What could not be looked at. */
        NOTE
    }
}
