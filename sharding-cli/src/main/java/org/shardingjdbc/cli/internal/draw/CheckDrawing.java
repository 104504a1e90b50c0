package org.shardingjdbc.cli.internal.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.CheckReport;

/** A report of a check as lines: each finding with its remedy and its SQL, and a sum at the end. Stateless. */
public final class CheckDrawing {
    private CheckDrawing() {}

    /** The lines. */
    public static List<String> of(CheckReport report, Palette palette) {
        List<String> lines = new ArrayList<>();
        for (CheckFinding finding : report.findings()) {
            lines.addAll(of(finding, palette));
            lines.add("");
        }
        lines.add(palette.paint(report.isSound() ? Role.GOOD : role(worst(report)), report.summary()));
        return lines;
    }

    private static List<String> of(CheckFinding finding, Palette palette) {
        List<String> lines = new ArrayList<>();
        lines.add(palette.paint(
                        role(finding.severity()),
                        finding.severity().name().toLowerCase(Locale.ROOT) + " "
                                + finding.kind().id())
                + " " + palette.paint(Role.PLACE, finding.place()));
        lines.add("  " + PrintableText.lines(finding.what()));
        lines.add("  " + palette.either("→ ", "=> ") + PrintableText.lines(finding.remedy()));
        for (String sql : finding.sql()) {
            lines.add("    " + palette.paint(Role.SQL, PrintableText.lines(sql) + ";"));
        }
        return lines;
    }

    private static Severity worst(CheckReport report) {
        return report.count(Severity.ERROR) > 0 ? Severity.ERROR : Severity.WARNING;
    }

    private static Role role(Severity severity) {
        return switch (severity) {
            case ERROR -> Role.ERROR;
            case WARNING -> Role.WARNING;
            case NOTE -> Role.DIM;
        };
    }
}
