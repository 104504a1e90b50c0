package org.shardingjdbc.jdbc.check;

import java.util.List;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;

/**
 * What a check found. Immutable. Two checks of the same databases give the same report, in the same order: data
 * sources, then tables as they are configured, their nodes as they are configured.
 *
 * @param findings empty when all is well
 * @param dataSources how many databases were asked, replicas with them
 * @param tables how many logic tables were looked at
 * @param nodes how many actual tables were looked at
 * @param rows how many rows were read
 */
public record CheckReport(List<CheckFinding> findings, int dataSources, int tables, int nodes, long rows) {
    /** Copies the list. */
    public CheckReport {
        findings = List.copyOf(findings);
    }

    /** Whether nothing is wrong: at most some things could not be looked at. */
    public boolean isSound() {
        return count(Severity.ERROR) == 0 && count(Severity.WARNING) == 0;
    }

    /** How many findings are of that severity. */
    public int count(Severity severity) {
        return (int) findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    /** The findings of a kind. */
    public List<CheckFinding> of(FindingKind kind) {
        return findings.stream().filter(finding -> finding.kind() == kind).toList();
    }

    /** One line that sums it up. */
    public String summary() {
        String asked = counted(tables, "table") + ", " + counted(nodes, "actual table") + " in "
                + counted(dataSources, "database") + ", " + counted(rows, "row") + " read";
        int errors = count(Severity.ERROR);
        int warnings = count(Severity.WARNING);
        int notes = count(Severity.NOTE);
        String found = errors + warnings == 0
                ? "Nothing is wrong"
                : (errors == 0 ? "" : counted(errors, "error"))
                        + (errors > 0 && warnings > 0 ? ", " : "")
                        + (warnings == 0 ? "" : counted(warnings, "warning"));
        return found + (notes == 0 ? "" : ", " + counted(notes, "note")) + " (" + asked + ")";
    }

    private static String counted(long count, String what) {
        return count + " " + what + (count == 1 ? "" : "s");
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        findings.forEach(finding -> text.append(finding).append('\n'));
        return text.append(summary()).toString();
    }
}
