package org.shardingjdbc.dialect.internal.h2;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;

/**
 * H2's statements for two phases. A branch is an ordinary transaction until it is prepared under a name: format,
 * transaction and branch in hexadecimal digits, with underscores between them.
 */
final class H2TwoPhaseCommit implements TwoPhaseCommit {
    private static final int UNKNOWN_BRANCH = 90129;
    private static final String PREFIX = "SHD_";
    private static final int PARTS = 3;

    @Override
    public String prepare(BranchId branch) {
        return "PREPARE COMMIT \"" + name(branch) + "\"";
    }

    @Override
    public String commitPrepared(BranchId branch) {
        return "COMMIT TRANSACTION \"" + name(branch) + "\"";
    }

    @Override
    public String rollbackPrepared(BranchId branch) {
        return "ROLLBACK TRANSACTION \"" + name(branch) + "\"";
    }

    private static String name(BranchId branch) {
        HexFormat hex = HexFormat.of();
        return PREFIX + branch.formatId() + "_" + hex.formatHex(branch.global()) + "_" + hex.formatHex(branch.branch());
    }

    @Override
    public boolean preparedBranchesHaveOwner() {
        return true;
    }

    @Override
    public String prepared() {
        return "SELECT TRANSACTION_NAME FROM INFORMATION_SCHEMA.IN_DOUBT WHERE TRANSACTION_STATE = 'IN_DOUBT'";
    }

    @Override
    public @Nullable BranchId prepared(ResultSet row) throws SQLException {
        String name = row.getString(1);
        String[] parts =
                name.startsWith(PREFIX) ? name.substring(PREFIX.length()).split("_", -1) : new String[0];
        if (parts.length != PARTS) {
            return null;
        }
        try {
            HexFormat hex = HexFormat.of();
            return new BranchId(Integer.parseInt(parts[0]), hex.parseHex(parts[1]), hex.parseHex(parts[2]));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public boolean isUnknownBranch(SQLException error) {
        return error.getErrorCode() == UNKNOWN_BRANCH;
    }
}
