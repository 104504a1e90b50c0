package org.shardingjdbc.cli.internal.draw;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.scaling.time.TimeTable;
import org.shardingjdbc.scaling.time.TimeTablePlan;

/** Tables by time, and what is done with them, as lines. Stateless. */
public final class TimeTablesDrawing {
    private TimeTablesDrawing() {}

    /** What would be done, or was. */
    public static List<String> of(TimeTablePlan plan, Palette palette) {
        List<String> lines = new ArrayList<>();
        for (TimeTablePlan.Entry each : plan.entries()) {
            lines.add(word(each.action()) + " " + palette.paint(Role.PLACE, each.node()) + " of " + each.table() + ", "
                    + time(each.from(), each.to()));
        }
        for (String obstacle : plan.obstacles()) {
            lines.add(palette.paint(Role.ERROR, "prevented ") + PrintableText.lines(obstacle));
        }
        if (lines.isEmpty()) {
            lines.add(palette.paint(Role.GOOD, "all tables are as they should be"));
        }
        return lines;
    }

    /** Which there are. */
    public static List<String> of(List<TimeTable> tables, Palette palette) {
        List<String> lines = new ArrayList<>();
        for (TimeTable each : tables) {
            String next = each.next() == null ? "" : palette.either(" → ", " => ") + word(each.next());
            lines.add(palette.paint(Role.PLACE, each.node()) + " of " + each.table() + ", "
                    + time(each.from(), each.to()) + ": "
                    + each.state().name().toLowerCase(Locale.ROOT) + next);
        }
        return lines;
    }

    private static String word(TimeTablePlan.Action action) {
        return action.name().toLowerCase(Locale.ROOT);
    }

    private static String time(LocalDateTime from, LocalDateTime to) {
        return from.equals(LocalDateTime.MIN) ? "before " + to : from + " to " + to;
    }
}
