package org.shardingjdbc.transaction.xa.internal;

import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.transaction.xa.XAException;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.transaction.TransactionSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The prepared branches of a coordinator that is no more and decides nothing any more. Each is committed where the
 * decision to commit is in its log, and else rolled back. Stateless.
 */
public final class OrphanedBranches {
    private static final Logger LOG = LoggerFactory.getLogger(OrphanedBranches.class);

    private final Predicate<BranchId> orphaned;
    private final Predicate<BranchId> committed;

    /**
     * @param orphaned whether a branch is one of them; all others are left alone
     * @param committed whether the log holds the decision to commit an orphaned one
     */
    public OrphanedBranches(Predicate<BranchId> orphaned, Predicate<BranchId> committed) {
        this.orphaned = orphaned;
        this.committed = committed;
    }

    /**
     * Ends those of a data source.
     *
     * @return those that are left, because the database cannot end them now
     * @throws SQLException when it cannot be asked
     */
    public List<BranchId> end(TransactionSource source) throws SQLException {
        PreparedBranches branches = new PreparedBranches(source);
        List<BranchId> found = branches.list().stream().filter(orphaned).toList();
        for (BranchId branch : found) {
            boolean commit = committed.test(branch);
            String how = commit ? "commit" : "rollback";
            try {
                if (commit) {
                    branches.commit(Xids.of(branch), false);
                } else {
                    branches.rollback(Xids.of(branch));
                }
                LOG.info("Branch {} on data source {} was in doubt: {}", branch, source.name(), how);
            } catch (XAException e) {
                LOG.warn("Branch {} on data source {} is in doubt, its {} failed", branch, source.name(), how, e);
            }
        }
        return found.isEmpty()
                ? found
                : branches.list().stream().filter(found::contains).toList();
    }

    /** As {@link #end(TransactionSource)}, on all of them; a database that cannot be asked throws when all are done. */
    public List<BranchId> end(List<TransactionSource> sources) throws SQLException {
        SQLException failure = null;
        Stream.Builder<BranchId> left = Stream.builder();
        for (TransactionSource source : sources) {
            try {
                end(source).forEach(left);
            } catch (SQLException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return left.build().collect(Collectors.toList());
    }
}
