package org.shardingjdbc.engine.internal.session.transaction;

import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.error.ErrorCode;

/**
 * A savepoint of a logical transaction, which is a savepoint on each of its branches. One per savepoint; used by one
 * thread at a time.
 */
public final class LogicSavepoint implements Savepoint {
    private final int id;
    private final String name;
    private final boolean named;
    private final SessionVariables variables;
    private final List<BranchUse> uses;
    /**
     * The younger savepoint of the same name that the database has in place of this one; null while the database has
     * this one.
     */
    private @Nullable LogicSavepoint replacement;

    private final Map<PhysicalConnection, Savepoint> points = new IdentityHashMap<>(4);

    /**
     * @param name null for an unnamed one
     * @param variables the session's variables when the savepoint was made
     * @param uses the strongest use of each branch before the savepoint
     */
    public LogicSavepoint(int id, @Nullable String name, SessionVariables variables, List<BranchUse> uses) {
        this.id = id;
        this.named = name != null;
        this.name = name != null ? name : "sharding_savepoint_" + id;
        this.variables = variables;
        this.uses = List.copyOf(uses);
    }

    /** From now on the database has {@code younger} in place of this savepoint. */
    void replacedBy(LogicSavepoint younger) {
        replacement = younger;
    }

    /** The savepoint that the database has under this name: this one, or the one that replaced it. */
    LogicSavepoint current() {
        LogicSavepoint current = this;
        while (current.replacement != null) {
            current = current.replacement;
        }
        return current;
    }

    /**
     * Whether the savepoint has that name.
     *
     * @param inAnyCase whether names that differ only in the case of their letters are the same
     */
    boolean isNamed(String other, boolean inAnyCase) {
        return inAnyCase ? name.equalsIgnoreCase(other) : name.equals(other);
    }

    /** The name that the branches know. */
    public String physicalName() {
        return name;
    }

    public SessionVariables variables() {
        return variables;
    }

    /**
     * The strongest use of a branch before the savepoint; READ where the branch is younger.
     *
     * @param branch 0-based, in the order in which branches joined
     */
    BranchUse useBefore(int branch) {
        return branch < uses.size() ? uses.get(branch) : BranchUse.READ;
    }

    public void setOn(PhysicalConnection branch) throws SQLException {
        points.put(branch, branch.jdbc().setSavepoint(name));
    }

    public void rollbackOn(PhysicalConnection branch) throws SQLException {
        branch.jdbc().rollback(points.get(branch));
    }

    public void releaseOn(PhysicalConnection branch) throws SQLException {
        branch.jdbc().releaseSavepoint(points.get(branch));
    }

    @Override
    public int getSavepointId() throws SQLException {
        if (named) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "getSavepointId", "a named savepoint");
        }
        return id;
    }

    @Override
    public String getSavepointName() throws SQLException {
        if (!named) {
            throw SqlErrors.of(ErrorCode.ARGUMENT_OUT_OF_RANGE, "getSavepointName", "an unnamed savepoint");
        }
        return name;
    }
}
