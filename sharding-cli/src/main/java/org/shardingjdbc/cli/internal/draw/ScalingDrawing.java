package org.shardingjdbc.cli.internal.draw;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.scaling.SlotAdvice;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.scaling.job.ScalingPlan;
import org.shardingjdbc.scaling.job.ScalingProgress;

/** Plans of scaling jobs and how far they are, as lines. Stateless. */
public final class ScalingDrawing {
    private static final long KILO = 1_024;
    private static final int BAR = 20;
    private static final double PERCENT = 100;

    private ScalingDrawing() {}

    /** What a job would do. */
    public static List<String> of(ScalingPlan plan, Palette palette) {
        List<String> lines = new ArrayList<>();
        for (ScalingPlan.Node node : plan.nodes()) {
            lines.add(
                    palette.paint(Role.PLACE, node.name()) + " about " + node.rows() + " rows, " + size(node.bytes()));
        }
        lines.add(palette.either("→ ", "=> ") + String.join(", ", plan.targets()));
        for (ScalingPlan.Need need : plan.needs()) {
            lines.add("   " + palette.paint(Role.PLACE, need.dataSource()) + " needs room for about "
                    + size(need.bytes()) + ", and for its log");
        }
        for (String statement : plan.statements()) {
            lines.add("    " + palette.paint(Role.SQL, PrintableText.lines(statement) + ";"));
        }
        for (String obstacle : plan.obstacles()) {
            lines.add(palette.paint(Role.ERROR, "forbidden ") + PrintableText.lines(obstacle));
        }
        if (plan.obstacles().isEmpty()) {
            lines.add(palette.paint(Role.GOOD, "nothing forbids it"));
        }
        return lines;
    }

    /** Which moves of slots even out the rows, as the command that makes the next layout. */
    public static List<String> of(SlotAdvice advice, String table, Palette palette) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < advice.before().size(); i++) {
            SlotAdvice.Node before = advice.before().get(i);
            SlotAdvice.Node after = advice.after().get(i);
            lines.add(palette.paint(Role.PLACE, before.name()) + " " + before.slots() + " slots, " + before.rows()
                    + " rows" + palette.either(" → ", " => ") + after.slots() + " slots, " + after.rows() + " rows");
        }
        if (advice.moves().isEmpty()) {
            lines.add(palette.paint(Role.GOOD, "no data node has a tenth more or less than its share"));
            return lines;
        }
        StringBuilder command = new StringBuilder("reshard slots --next next.yaml");
        advice.moves().forEach(move -> command.append(" --move ").append(move));
        lines.add(command.append(' ').append(table).toString());
        return lines;
    }

    private static String size(long bytes) {
        return bytes < KILO * KILO ? bytes / KILO + " kB" : bytes / KILO / KILO + " MB";
    }

    /** How far a job is, and each data node that it leaves. */
    public static List<String> of(ScalingProgress progress, Palette palette) {
        List<String> lines = new ArrayList<>();
        lines.add(palette.paint(progress.failure() == null ? Role.GOOD : Role.ERROR, line(progress, palette)));
        for (ScalingProgress.Node node : progress.nodes()) {
            lines.add("  " + palette.paint(Role.PLACE, node.name()) + " "
                    + rows(node.copied(), node.rows(), node.copiedBytes(), node.bytes()));
        }
        if (progress.longestStall().toMillis() > 0) {
            lines.add("  statements waited " + progress.longestStall().toMillis() + " ms at most");
        }
        if (progress.failure() != null) {
            lines.add("  " + PrintableText.lines(progress.failure()));
        }
        return lines;
    }

    private static String rows(long copied, long rows, long copiedBytes, long bytes) {
        String shown = copied + (rows > copied ? " of " + rows : "") + " rows copied";
        return bytes == 0 ? shown : shown + ", " + size(copiedBytes) + " of " + size(bytes);
    }

    /** The same in one line, with a bar while rows are copied. */
    public static String line(ScalingProgress progress, Palette palette) {
        StringBuilder line = new StringBuilder(progress.phase().name().toLowerCase(Locale.ROOT)).append(": ");
        if (progress.phase() == ScalingPhase.COPYING) {
            int full = (int) (progress.share() * BAR);
            line.append(palette.either("█", "#").repeat(full))
                    .append(palette.either("░", ".").repeat(BAR - full))
                    .append(String.format(Locale.ROOT, " %.0f %%, ", progress.share() * PERCENT));
        }
        line.append(rows(progress.copied(), progress.rows(), progress.copiedBytes(), progress.bytes()));
        if (progress.rowsPerSecond() > 0) {
            line.append(", ").append(progress.rowsPerSecond()).append(" a second");
        }
        if (progress.resting() != null) {
            line.append(", rests: ").append(progress.resting());
        }
        Duration left = progress.left();
        if (left != null) {
            line.append(", ").append(left.toSeconds()).append(" s left");
        }
        long done = progress.nodes().stream().filter(ScalingProgress.Node::done).count();
        line.append(", ")
                .append(done)
                .append(" of ")
                .append(progress.nodes().size())
                .append(" nodes, ");
        line.append(progress.changes()).append(" changes written, ");
        return line.append(size(progress.lagBytes()))
                .append(" and ")
                .append(progress.lag().toMillis())
                .append(" ms of the logs left")
                .toString();
    }
}
