package org.shardingjdbc.cli.internal.draw;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.cli.internal.convert.Conversion;
import org.shardingjdbc.cli.internal.draw.Palette.Role;
import org.shardingjdbc.rule.convert.ConversionVerdict;
import org.shardingjdbc.rule.convert.ConvertedKey;

/** What became of each line of a converted configuration, and a sum at the end. Stateless. */
public final class ConversionDrawing {
    private static final int VERDICT_WIDTH = 7;

    private ConversionDrawing() {}

    /** The lines. Neighbours of one verdict, of which nothing is to be said, are one line. */
    public static List<String> of(Conversion conversion, Palette palette) {
        List<String> lines = new ArrayList<>();
        List<ConvertedKey> keys = conversion.keys();
        int width = keys.isEmpty()
                ? 1
                : String.valueOf(keys.get(keys.size() - 1).line()).length() * 2 + 1;
        int i = 0;
        while (i < keys.size()) {
            int end = lastAlike(keys, i);
            lines.add(line(keys.get(i), keys.get(end), width, palette));
            if (!keys.get(i).remedy().isEmpty()) {
                lines.add(" ".repeat(width + VERDICT_WIDTH + 4)
                        + palette.either("→ ", "=> ")
                        + PrintableText.line(keys.get(i).remedy()));
            }
            i = end + 1;
        }
        if (!conversion.mistakes().isEmpty()) {
            lines.add("");
            lines.add(palette.paint(Role.ERROR, "The result cannot be opened yet:"));
            conversion.mistakes().forEach(each -> lines.add("  " + PrintableText.line(each)));
        }
        lines.add("");
        lines.add(palette.paint(conversion.isComplete() ? Role.GOOD : Role.WARNING, summary(conversion)));
        return lines;
    }

    private static int lastAlike(List<ConvertedKey> keys, int from) {
        int last = from;
        while (keys.get(from).what().isEmpty()
                && last + 1 < keys.size()
                && keys.get(last + 1).what().isEmpty()
                && keys.get(last + 1).verdict() == keys.get(from).verdict()) {
            last++;
        }
        return last;
    }

    private static String line(ConvertedKey first, ConvertedKey last, int width, Palette palette) {
        String place = first.line() == last.line() ? String.valueOf(first.line()) : first.line() + "-" + last.line();
        String verdict = first.verdict().id();
        String what = first.what().isEmpty() ? "" : ": " + PrintableText.line(first.what());
        String path = PrintableText.line(first.path()) + (first == last ? "" : " " + palette.either("…", "..."));
        return " ".repeat(width - Math.min(width, place.length())) + place + "  "
                + palette.paint(role(first.verdict()), verdict)
                + " ".repeat(VERDICT_WIDTH - verdict.length()) + "  " + palette.paint(Role.PLACE, path) + what;
    }

    private static String summary(Conversion conversion) {
        List<String> counts = new ArrayList<>();
        for (ConversionVerdict verdict : ConversionVerdict.values()) {
            counts.add(conversion.count(verdict) + " " + verdict.id());
        }
        return String.join(", ", counts);
    }

    private static Role role(ConversionVerdict verdict) {
        return switch (verdict) {
            case TAKEN -> Role.GOOD;
            case CHANGED -> Role.NUMBER;
            case DROPPED -> Role.DIM;
            case NOT_YET -> Role.WARNING;
        };
    }
}
