package org.shardingjdbc.examples.scaling;

import java.io.PrintStream;
import java.util.Locale;
import org.shardingjdbc.scaling.job.ScalingProgress;

/** How far a job's copy is: a bar for each data node on a terminal, a line now and then elsewhere. For one job. */
final class CopyBars {
    private static final int WIDTH = 40;
    private static final int LINES_ELSEWHERE = 4;
    private static final String CLEAR_LINE = "\033[2K";

    private final PrintStream out;
    private final boolean isTerminal;
    private int drawn;
    private long told = -1;

    CopyBars(PrintStream out, boolean isTerminal) {
        this.out = out;
        this.isTerminal = isTerminal;
    }

    /** Draws over what was drawn before. */
    void draw(ScalingProgress progress) {
        if (!isTerminal) {
            tell(progress);
            return;
        }
        if (drawn > 0) {
            out.print("\033[" + drawn + "A");
        }
        for (ScalingProgress.Node node : progress.nodes()) {
            out.println(CLEAR_LINE + bar(node));
        }
        out.println(CLEAR_LINE + summary(progress));
        drawn = progress.nodes().size() + 1;
    }

    private void tell(ScalingProgress progress) {
        long part = (long) (progress.share() * LINES_ELSEWHERE);
        if (part > told) {
            told = part;
            out.println(summary(progress));
        }
    }

    private static String bar(ScalingProgress.Node node) {
        int full = node.done() ? WIDTH : node.rows() == 0 ? 0 : (int) (WIDTH * node.copied() / node.rows());
        return String.format(
                Locale.ROOT,
                "  %-14s [%s%s] %,9d of %,d",
                node.name(),
                "#".repeat(full),
                ".".repeat(WIDTH - full),
                node.copied(),
                node.rows());
    }

    private static String summary(ScalingProgress progress) {
        return String.format(
                Locale.ROOT,
                "  %s: %d %% copied, %,d rows a second, %,d changes followed",
                progress.phase(),
                (int) (100 * progress.share()),
                progress.rowsPerSecond(),
                progress.changes());
    }
}
