package org.shardingjdbc.dialect.internal.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;

/** The XA statements of MySQL and MariaDB. A branch has its name from the start. */
final class MySqlTwoPhaseCommit implements TwoPhaseCommit {
    private static final int UNKNOWN_BRANCH = 1397;
    /** What commits implicitly, or is for no transaction. */
    private static final Set<String> OUTSIDE = Set.of(
            "ALTER",
            "ANALYZE",
            "CACHE",
            "CHECK",
            "CREATE",
            "DROP",
            "FLUSH",
            "GRANT",
            "INSTALL",
            "LOCK",
            "OPTIMIZE",
            "RENAME",
            "REPAIR",
            "RESET",
            "REVOKE",
            "TRUNCATE",
            "UNINSTALL",
            "XA");

    private static final String ONCE = " ONE PHASE";

    @Override
    public String begin(BranchId branch) {
        return "XA START " + name(branch);
    }

    @Override
    public String end(BranchId branch) {
        return "XA END " + name(branch);
    }

    @Override
    public String prepare(BranchId branch) {
        return "XA PREPARE " + name(branch);
    }

    @Override
    public @Nullable String refuses(List<String> words) {
        String first = words.isEmpty() ? "" : words.get(0);
        boolean temporary = words.size() > 1 && words.get(1).equals("TEMPORARY");
        boolean listing = first.equals("XA") && words.size() > 1 && words.get(1).equals("RECOVER");
        return OUTSIDE.contains(first) && !temporary && !listing ? "it ends transactions by itself" : null;
    }

    @Override
    public String commitAtOnce(BranchId branch) {
        return commitPrepared(branch) + ONCE;
    }

    @Override
    public String rollbackAtOnce(BranchId branch) {
        return rollbackPrepared(branch);
    }

    @Override
    public String commitPrepared(BranchId branch) {
        return "XA COMMIT " + name(branch);
    }

    @Override
    public String rollbackPrepared(BranchId branch) {
        return "XA ROLLBACK " + name(branch);
    }

    private static String name(BranchId branch) {
        HexFormat hex = HexFormat.of();
        return "X'" + hex.formatHex(branch.global()) + "',X'" + hex.formatHex(branch.branch()) + "',"
                + branch.formatId();
    }

    @Override
    public boolean preparedBranchesHaveOwner() {
        return true;
    }

    @Override
    public String prepared() {
        return "XA RECOVER";
    }

    /** Format, two lengths, and the bytes of both names in one column. */
    @Override
    public @Nullable BranchId prepared(ResultSet row) throws SQLException {
        int global = row.getInt(2);
        int branch = row.getInt(3);
        byte[] both = row.getBytes(4);
        if (both.length != global + branch) {
            both = row.getString(4).getBytes(StandardCharsets.ISO_8859_1);
        }
        if (row.getInt(1) < 0 || both.length != global + branch) {
            return null;
        }
        return new BranchId(row.getInt(1), Arrays.copyOf(both, global), Arrays.copyOfRange(both, global, both.length));
    }

    /** Earlier servers roll back what is prepared when its connection ends. */
    @Override
    public String asksWhatIsMissing() {
        return "SELECT CONCAT(v, ' loses prepared branches when their connections end: MySQL 5.7.7 or MariaDB 10.5 is"
                + " needed, or a later one') FROM (SELECT VERSION() AS v, SUBSTRING_INDEX(VERSION(), '.', 1) + 0 AS a,"
                + " SUBSTRING_INDEX(SUBSTRING_INDEX(VERSION(), '.', 2), '.', -1) + 0 AS b,"
                + " SUBSTRING_INDEX(SUBSTRING_INDEX(VERSION(), '.', 3), '.', -1) + 0 AS c) AS s"
                + " WHERE IF(v LIKE '%MariaDB%', a * 100 + b < 1005, a * 10000 + b * 100 + c < 50707)";
    }

    @Override
    public String neededForPrepared() {
        return "GRANT XA_RECOVER_ADMIN ON *.* TO the user of the data source (MySQL 8)";
    }

    @Override
    public boolean isUnknownBranch(SQLException error) {
        return error.getErrorCode() == UNKNOWN_BRANCH;
    }
}
