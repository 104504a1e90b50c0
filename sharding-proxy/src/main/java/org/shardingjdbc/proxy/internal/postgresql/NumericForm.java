package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.ByteBuffer;

/** The binary form of {@code numeric}: digits to the base of 10000, with the place of the first one. Stateless. */
final class NumericForm {
    private static final int DIGITS = 4;
    private static final int NEGATIVE = 0x4000;
    private static final int NAN = 0xC000;
    private static final int INFINITY = 0xD000;
    private static final int NEGATIVE_INFINITY = 0xF000;

    private NumericForm() {}

    static byte[] fromText(String text) {
        switch (text) {
            case "NaN" -> {
                return special(NAN);
            }
            case "Infinity" -> {
                return special(INFINITY);
            }
            case "-Infinity" -> {
                return special(NEGATIVE_INFINITY);
            }
            default -> {
                return finite(text);
            }
        }
    }

    private static byte[] special(int sign) {
        return ByteBuffer.allocate(8)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort((short) sign)
                .putShort((short) 0)
                .array();
    }

    private static byte[] finite(String text) {
        boolean negative = text.startsWith("-");
        int point = text.indexOf('.');
        String whole = text.substring(negative ? 1 : 0, point < 0 ? text.length() : point);
        String fraction = point < 0 ? "" : text.substring(point + 1);
        int scale = fraction.length();
        whole = "0".repeat((DIGITS - whole.length() % DIGITS) % DIGITS) + whole;
        fraction = fraction + "0".repeat((DIGITS - scale % DIGITS) % DIGITS);
        String all = whole + fraction;
        int groups = all.length() / DIGITS;
        int weight = whole.length() / DIGITS - 1;
        int first = 0;
        while (first < groups && group(all, first) == 0) {
            first++;
        }
        int last = groups;
        while (last > first && group(all, last - 1) == 0) {
            last--;
        }
        ByteBuffer result = ByteBuffer.allocate(8 + 2 * (last - first));
        result.putShort((short) (last - first));
        result.putShort((short) (first == last ? 0 : weight - first));
        result.putShort((short) (negative ? NEGATIVE : 0));
        result.putShort((short) scale);
        for (int i = first; i < last; i++) {
            result.putShort((short) group(all, i));
        }
        return result.array();
    }

    private static int group(String digits, int group) {
        return Integer.parseInt(digits, group * DIGITS, group * DIGITS + DIGITS, 10);
    }

    static String toText(ByteBuffer in) {
        int groups = in.getShort();
        int weight = in.getShort();
        int sign = in.getShort() & 0xFFFF;
        int scale = in.getShort();
        switch (sign) {
            case NAN -> {
                return "NaN";
            }
            case INFINITY -> {
                return "Infinity";
            }
            case NEGATIVE_INFINITY -> {
                return "-Infinity";
            }
            default -> {
                if (sign != 0 && sign != NEGATIVE || groups < 0 || scale < 0 || in.remaining() != 2 * groups) {
                    throw new IllegalArgumentException();
                }
            }
        }
        int[] digits = new int[groups];
        for (int i = 0; i < groups; i++) {
            digits[i] = in.getShort();
            if (digits[i] < 0 || digits[i] > 9999) {
                throw new IllegalArgumentException();
            }
        }
        StringBuilder text = new StringBuilder(sign == NEGATIVE ? "-" : "");
        int start = text.length();
        for (int place = Math.max(weight, 0); place >= 0; place--) {
            append(text, digit(digits, weight - place), text.length() > start);
        }
        if (scale > 0) {
            int point = text.length();
            text.append('.');
            for (int place = -1; (-place - 1) * DIGITS < scale; place--) {
                append(text, digit(digits, weight - place), true);
            }
            text.setLength(point + 1 + scale);
        }
        return text.toString();
    }

    private static int digit(int[] digits, int index) {
        return index >= 0 && index < digits.length ? digits[index] : 0;
    }

    private static void append(StringBuilder text, int group, boolean padded) {
        String digits = Integer.toString(group);
        if (padded) {
            text.append("0".repeat(DIGITS - digits.length()));
        }
        text.append(digits);
    }
}
