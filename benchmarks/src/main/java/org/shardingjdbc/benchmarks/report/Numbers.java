package org.shardingjdbc.benchmarks.report;

import java.util.Locale;

/** Figures as people read them. */
final class Numbers {
    private static final String[] TIMES = {"ns", "us", "ms", "s"};
    private static final String[] SIZES = {"B", "KB", "MB", "GB"};

    private Numbers() {}

    /** Such as {@code 1.5 us}; empty for NaN. */
    static String time(double nanos) {
        return withUnit(nanos, TIMES, 1000);
    }

    /** Such as {@code 1.5 KB}; empty for NaN. */
    static String size(double bytes) {
        return withUnit(bytes, SIZES, 1024);
    }

    /** Three digits are enough: such as {@code 0.98}, {@code 1.25}, {@code 17.3} or {@code 240}; empty for NaN. */
    static String ratio(double ratio) {
        return Double.isNaN(ratio) ? "" : digits(ratio);
    }

    private static String withUnit(double value, String[] units, int step) {
        if (Double.isNaN(value)) {
            return "";
        }
        double rest = value;
        int unit = 0;
        while (Math.abs(rest) >= step * 0.9995 && unit < units.length - 1) {
            rest /= step;
            unit++;
        }
        return (unit == 0 ? String.format(Locale.ROOT, "%.0f", rest) : digits(rest)) + " " + units[unit];
    }

    private static String digits(double value) {
        double size = Math.abs(value);
        String format = size < 9.995 ? "%.2f" : size < 99.95 ? "%.1f" : "%,.0f";
        return String.format(Locale.ROOT, format, value);
    }
}
