package org.shardingjdbc.scaling.internal.mysql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a binary log is read, as it is kept with the job. Immutable.
 *
 * @param settled the transactions that were prepared before the log was begun had ended by then; null where that was
 *     not looked at
 * @param quiet up to where nothing is told; null where all is
 * @param names of the tables there, by what they were called when it was begun
 */
record BinlogBookmark(
        String server,
        BinlogPosition position,
        @Nullable BinlogPosition settled,
        @Nullable BinlogPosition quiet,
        Map<String, String> names) {
    /** No table has this name. */
    private static final String PLACES = "";

    private static final String NO_PLACE = "-";

    String text() {
        StringBuilder text = new StringBuilder(server)
                .append('\n')
                .append(position.file())
                .append('\n')
                .append(position.offset());
        names.forEach(
                (name, called) -> text.append('\n').append(name).append('\n').append(called));
        for (BinlogPosition each : new BinlogPosition[] {settled, quiet}) {
            text.append('\n').append(PLACES).append('\n');
            text.append(each == null ? NO_PLACE : each.offset() + " " + each.file());
        }
        return text.toString();
    }

    static @Nullable BinlogBookmark of(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return null;
        }
        String[] lines = text.split("\n", -1);
        Map<String, String> names = new LinkedHashMap<>();
        List<@Nullable BinlogPosition> places = new ArrayList<>();
        for (int i = 3; i + 1 < lines.length; i += 2) {
            if (lines[i].equals(PLACES)) {
                places.add(place(lines[i + 1]));
            } else {
                names.put(lines[i], lines[i + 1]);
            }
        }
        BinlogPosition position = new BinlogPosition(lines[1], Long.parseLong(lines[2]));
        return new BinlogBookmark(lines[0], position, place(places, 0), place(places, 1), names);
    }

    /** Null also where it was not written yet, by a former version. */
    private static @Nullable BinlogPosition place(List<@Nullable BinlogPosition> places, int which) {
        return which < places.size() ? places.get(which) : null;
    }

    private static @Nullable BinlogPosition place(String text) {
        if (text.equals(NO_PLACE)) {
            return null;
        }
        int blank = text.indexOf(' ');
        return new BinlogPosition(text.substring(blank + 1), Long.parseLong(text.substring(0, blank)));
    }
}
