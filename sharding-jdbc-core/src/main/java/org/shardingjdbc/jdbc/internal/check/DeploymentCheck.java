package org.shardingjdbc.jdbc.internal.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.check.BrokenDependence;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.CheckOptions.RowCheck;
import org.shardingjdbc.jdbc.check.CheckReport;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.jdbc.internal.connection.ShardingConnection;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.placement.LogicTable;

/** Checks a deployment: its databases, definitions, rows, and what its rules declare of rows. Stateless. */
public final class DeploymentCheck {
    private static final int MOST_KEYS = 20;

    private DeploymentCheck() {}

    /**
     * Checks.
     *
     * @param connections null where nobody can connect yet; then no row is read
     */
    public static CheckReport run(
            Deployment deployment, CheckOptions options, ShardingConnection.@Nullable Opener connections) {
        CheckStatus status = new CheckStatus(options.progress(), options.timeLimit());
        Visits visits = Visits.to(deployment, status);
        List<CheckFinding> findings = new ArrayList<>(visits.findings());
        findings.addAll(same(visits.answered()));
        CheckedTables tables = new CheckedTables(deployment.rules(), visits, options.tables());
        findings.addAll(DefinitionCheck.of(
                deployment.rules(), visits, tables, options.tables().isEmpty()));
        findings.addAll(new LookUpTables(deployment, tables).findings());
        if (options.rows() != RowCheck.NONE && connections != null) {
            findings.addAll(RowsCheck.of(deployment, visits, tables, options, status));
            findings.addAll(dependences(deployment, options, status, connections));
        }
        return new CheckReport(findings, visits.answered().size(), tables.size(), tables.nodes(), status.rows());
    }

    /**
     * Refuses a deployment whose actual tables are not alike, or not as the rules say. A database that does not answer
     * is not refused here, nor a table of which there is none yet.
     *
     * @throws ShardingException when there is an error in definitions
     */
    public static void requireSound(Deployment deployment) {
        List<CheckFinding> errors = run(deployment, CheckOptions.definitions(), null).findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .filter(finding -> finding.kind() != FindingKind.DATA_SOURCE_UNREACHABLE)
                .filter(finding -> finding.kind() != FindingKind.TABLE_MISSING || finding.node() != null)
                .toList();
        if (!errors.isEmpty()) {
            StringJoiner told = new StringJoiner(" ");
            errors.stream().limit(MOST_KEYS).forEach(error -> told.add(error.place() + ": " + error.what()));
            throw new ShardingException(ErrorCode.TABLES_NOT_SOUND, errors.size(), told);
        }
    }

    /**
     * Refuses a deployment whose look-ups have tables that cannot hold their entries. A table that is not there yet is
     * not refused, nor a database that does not answer.
     *
     * @throws ShardingException when there is one
     */
    public static void requireLookUps(Deployment deployment) {
        if (!LookUpTables.areIn(deployment)) {
            return;
        }
        CheckOptions options = CheckOptions.definitions();
        CheckStatus status = new CheckStatus(options.progress(), options.timeLimit());
        CheckedTables tables = new CheckedTables(deployment.rules(), Visits.to(deployment, status), options.tables());
        StringJoiner told = new StringJoiner(" ");
        new LookUpTables(deployment, tables)
                .findings().stream()
                        .filter(finding -> finding.kind() == FindingKind.LOOK_UP_TABLE_DIFFERS)
                        .limit(MOST_KEYS)
                        .forEach(error -> told.add(error.place() + ": " + error.what() + " " + error.remedy()));
        if (told.length() > 0) {
            throw new ShardingException(ErrorCode.LOOK_UPS_NOT_SOUND, told);
        }
    }

    private static List<CheckFinding> same(List<ShardPool> answered) {
        List<CheckFinding> findings = new ArrayList<>();
        for (List<String> pair : SameDatabases.pairs(answered)) {
            findings.add(new CheckFinding(
                    FindingKind.DATA_SOURCES_SAME,
                    Severity.ERROR,
                    null,
                    pair.get(1),
                    "The data source is the same database and schema as " + pair.get(0)
                            + ", so that every row is found twice.",
                    "Give each data source a database or schema of its own.",
                    List.of()));
        }
        return findings;
    }

    private static List<CheckFinding> dependences(
            Deployment deployment, CheckOptions options, CheckStatus status, ShardingConnection.Opener connections) {
        String declaring = null;
        for (LogicTable table : deployment.rules().tables()) {
            if (!table.dependences().isEmpty()) {
                declaring = declaring == null ? table.name() : declaring;
            }
        }
        if (declaring == null || !options.tables().isEmpty()) {
            return List.of();
        }
        if (options.rows() != RowCheck.ALL || !status.goesOn()) {
            return List.of(note(declaring, "The declared dependences were not checked: that needs all rows."));
        }
        List<CheckFinding> findings = new ArrayList<>();
        try {
            dependences(deployment, MOST_KEYS, connections).forEach(each -> findings.add(broken(each)));
        } catch (SQLException | ShardingException e) {
            findings.add(note(declaring, "The declared dependences could not be checked: " + e.getMessage()));
        }
        return findings;
    }

    /** Looks over all rows for such as break a declared dependence, until it has found {@code atMost} keys. */
    public static List<BrokenDependence> dependences(
            Deployment deployment, int atMost, ShardingConnection.Opener connections) throws SQLException {
        try (Connection connection = connections.open()) {
            return new DependenceCheck(deployment, atMost).run(connection);
        }
    }

    private static CheckFinding note(String table, String what) {
        return new CheckFinding(
                FindingKind.NOT_CHECKED, Severity.NOTE, table, null, what, "Check all rows.", List.of());
    }

    private static CheckFinding broken(BrokenDependence broken) {
        return new CheckFinding(
                FindingKind.DEPENDENCE_BROKEN,
                Severity.ERROR,
                broken.tables().get(0),
                null,
                "Rows of " + String.join(", ", broken.tables()) + " break " + broken.dependence() + ": with "
                        + broken.key() + " go " + broken.values() + ".",
                "Correct the rows, or take the dependence out of bindingTables.",
                List.of());
    }

    /** Looks for all findings that follow from definitions. Stateless. */
    public static final class DefinitionCheck {
        private DefinitionCheck() {}

        /**
         * The findings, table by table.
         *
         * @param all whether tables that no rule names are looked at too
         */
        public static List<CheckFinding> of(PlanningRules rules, Visits visits, CheckedTables tables, boolean all) {
            List<CheckFinding> findings = new ArrayList<>();
            for (CheckedTable table : tables.all()) {
                NodeComparison nodes = new NodeComparison(rules, tables, table);
                findings.addAll(nodes.findings());
                if (nodes.common() != null) {
                    findings.addAll(new RuleColumns(rules, tables, table, nodes.common()).findings());
                    findings.addAll(new KeyScopes(table, nodes.common()).findings());
                }
                findings.addAll(SurplusTables.of(rules, visits, table));
            }
            if (all) {
                findings.addAll(SurplusTables.ambiguous(rules, visits));
            }
            return findings;
        }
    }
}
