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
 * A savepoint of a logical transaction: one on each of its branches. One per savepoint; one thread at a time uses it.
 */
public final class LogicSavepoint implements Savepoint {
    private final int id;
    private final String name;
    private final boolean named;
    private final SessionVariables variables;
    private final List<BranchUse> uses;
    /** Which its database has in its place, a younger one of its name; null where it is there itself. */
    private @Nullable LogicSavepoint replacement;

    private final Map<PhysicalConnection, Savepoint> points = new IdentityHashMap<>(4);

    /**
     * @param name null for an unnamed one
     * @param variables what was set when it was made
     * @param uses the most that was done on each branch before it
     */
    public LogicSavepoint(int id, @Nullable String name, SessionVariables variables, List<BranchUse> uses) {
        this.id = id;
        this.named = name != null;
        this.name = name != null ? name : "sharding_savepoint_" + id;
        this.variables = variables;
        this.uses = List.copyOf(uses);
    }

    /** The database has that one in its place from now on. */
    void replacedBy(LogicSavepoint younger) {
        replacement = younger;
    }

    /** What its database has of its name where it stood: itself, or what replaced it. */
    LogicSavepoint current() {
        LogicSavepoint current = this;
        while (current.replacement != null) {
            current = current.replacement;
        }
        return current;
    }

    /**
     * Whether that is its name.
     *
     * @param inAnyCase whether names that differ in their letters' case only are one
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

    /** The most that was done before it on a branch, by its place; nothing where the branch is younger. */
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
