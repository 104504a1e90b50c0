package org.shardingjdbc.dialect.twophase;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.shardingjdbc.Incubating;

/**
 * The name of one branch of a global transaction, as in X/Open's XA ("Distributed Transaction Processing: The XA
 * Specification", 4.2). Immutable.
 */
@Incubating
public final class BranchId {
    private static final int MOST_BYTES = 64;

    private final int formatId;
    private final byte[] global;
    private final byte[] branch;

    /**
     * The arrays are copied.
     *
     * @param formatId whose convention the others follow; not negative
     * @param global of the transaction, 1 to 64 bytes
     * @param branch of the branch in the transaction, at most 64 bytes
     */
    public BranchId(int formatId, byte[] global, byte[] branch) {
        if (formatId < 0 || global.length == 0 || global.length > MOST_BYTES || branch.length > MOST_BYTES) {
            throw new IllegalArgumentException("format " + formatId + ", " + global.length + " bytes for the"
                    + " transaction, " + branch.length + " for the branch");
        }
        this.formatId = formatId;
        this.global = global.clone();
        this.branch = branch.clone();
    }

    /** Not negative. */
    public int formatId() {
        return formatId;
    }

    /** A copy; 1 to 64 bytes. */
    public byte[] global() {
        return global.clone();
    }

    /** A copy; at most 64 bytes. */
    public byte[] branch() {
        return branch.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BranchId id
                && formatId == id.formatId
                && Arrays.equals(global, id.global)
                && Arrays.equals(branch, id.branch);
    }

    @Override
    public int hashCode() {
        return Objects.hash(formatId, Arrays.hashCode(global), Arrays.hashCode(branch));
    }

    /** The three parts, two of them in hexadecimal digits. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return formatId + ":" + hex.formatHex(global) + ":" + hex.formatHex(branch);
    }
}
