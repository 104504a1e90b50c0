package org.shardingjdbc.cli.internal.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.scaling.ScalingPlan;
import org.shardingjdbc.scaling.ScalingProgress;
import org.shardingjdbc.scaling.SlotAdvice;

/** Plans of scaling jobs and how far they are, as lines. Stateless. */
public final class ScalingDrawing {
    private static final long KILO = 1_024;

    private ScalingDrawing() {}

    /** What a job would do. */
    public static List<String> of(ScalingPlan plan, Palette palette) {
        List<String> lines = new ArrayList<>();
        for (ScalingPlan.Node node : plan.nodes()) {
            lines.add(
                    palette.paint(Role.PLACE, node.name()) + " about " + node.rows() + " rows, " + size(node.bytes()));
        }
        lines.add(palette.either("→ ", "=> ") + String.join(", ", plan.targets()));
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

    /** How far a job is. */
    public static List<String> of(ScalingProgress progress, Palette palette) {
        List<String> lines = new ArrayList<>();
        lines.add(palette.paint(progress.failure() == null ? Role.GOOD : Role.ERROR, line(progress)));
        if (progress.failure() != null) {
            lines.add("  " + PrintableText.lines(progress.failure()));
        }
        return lines;
    }

    /** The same in one line. */
    public static String line(ScalingProgress progress) {
        long copied = progress.nodes().stream()
                .mapToLong(ScalingProgress.Node::copied)
                .sum();
        long done = progress.nodes().stream().filter(ScalingProgress.Node::done).count();
        return progress.phase().name().toLowerCase(Locale.ROOT) + ": " + copied + " rows copied, " + done + " of "
                + progress.nodes().size() + " nodes, " + progress.changes() + " changes written, "
                + size(progress.lagBytes()) + " of the logs left";
    }
}
