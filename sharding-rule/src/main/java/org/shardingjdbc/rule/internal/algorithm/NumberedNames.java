package org.shardingjdbc.rule.internal.algorithm;

/** Names that end with a number, as {@code t_log_07} with 7. Stateless. */
public final class NumberedNames {
    private static final int MAX_DIGITS = 9;

    private NumberedNames() {}

    /** What stands before the number. */
    public static String front(String name) {
        int end = name.length();
        while (end > 0 && name.charAt(end - 1) >= '0' && name.charAt(end - 1) <= '9') {
            end--;
        }
        return name.substring(0, end);
    }

    /** The number; -1 where there is none, or one that numbers nothing here. */
    public static int number(String name) {
        String digits = name.substring(front(name).length());
        return digits.isEmpty() || digits.length() > MAX_DIGITS ? -1 : Integer.parseInt(digits);
    }

    /** The same name with another number, at least as long as it is now. */
    public static String with(String name, int number) {
        String front = front(name);
        String digits = Integer.toString(number);
        return front + "0".repeat(Math.max(0, name.length() - front.length() - digits.length())) + digits;
    }
}
