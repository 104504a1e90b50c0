package org.shardingjdbc.proxy.internal.mysql;

/** Statements as lists of sessions show them: not all of a long one, and no passwords. Stateless. */
final class ShownText {
    private static final int LONGEST = 1024;
    private static final String[] SECRETS = {"PASSWORD", "IDENTIFIED"};

    private ShownText() {}

    static String of(String sql) {
        String shown = sql.length() <= LONGEST ? sql : sql.substring(0, LONGEST);
        for (String each : SECRETS) {
            if (StatementHead.mentions(shown, each)) {
                return "(not shown, as it may have a password)";
            }
        }
        return shown;
    }
}
