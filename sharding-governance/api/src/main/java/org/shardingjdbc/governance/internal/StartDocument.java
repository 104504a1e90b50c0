package org.shardingjdbc.governance.internal;

import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.jdbc.governance.GovernedDocument;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.jdbc.governance.ModeConfiguration.DifferenceWinner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The document that counts at a start.
 *
 * @param document its version is the one that the registry has, 0 for none
 * @param isNew whether it is to become the registry's next version, once a data source runs on it
 */
record StartDocument(GovernedDocument document, boolean isNew, DifferenceWinner whenDifferent) {
    private static final Logger LOG = LoggerFactory.getLogger(StartDocument.class);
    /** How often a registry is asked that takes longer than a question may. */
    private static final int TRIES = 4;

    /**
     * Compares the local document with the registry's.
     *
     * @throws ShardingException when the registry does not answer and there is no copy, when they differ and must not,
     *     or are of two databases
     */
    static StartDocument decide(ModeConfiguration mode, Repository repository, Seal seal, String local) {
        StoredConfiguration stored;
        try {
            stored = first(new ConfigurationValue(repository, seal));
        } catch (ShardingException e) {
            GovernedDocument copy = e.code() == ErrorCode.REGISTRY_UNAVAILABLE
                    ? LocalCopy.of(mode.localCopy(), seal).read()
                    : null;
            if (copy == null) {
                throw e;
            }
            LOG.warn("The registry does not answer; starting with the local copy of {}", copy, e);
            return new StartDocument(copy, false, mode.whenDifferent());
        }
        if (stored == null) {
            return new StartDocument(new GovernedDocument(local, 0), true, mode.whenDifferent());
        }
        String remote = stored.text();
        requireSameDatabase(ConfigurationDocuments.database(local), ConfigurationDocuments.database(remote));
        List<String> differences = ConfigurationDocuments.differences(local, remote);
        if (differences.isEmpty()) {
            return new StartDocument(new GovernedDocument(remote, stored.version()), false, mode.whenDifferent());
        }
        String told = String.join("; ", differences);
        if (mode.whenDifferent() == DifferenceWinner.FAIL) {
            throw new ShardingException(ErrorCode.CONFIGURATION_DIFFERS, stored.version(), told);
        }
        boolean localWins = mode.whenDifferent() == DifferenceWinner.LOCAL_WINS;
        if (localWins && stored.underWay() != null) {
            throw new ShardingException(
                    ErrorCode.HANDOVER_UNDECIDED, "until it is, the local document cannot become the next version");
        }
        LOG.warn(
                "The local configuration is not that of version {} in the registry; {} ({}): {}",
                stored.version(),
                localWins ? "the local one becomes the next version" : "the registry's counts",
                mode.whenDifferent().key(),
                told);
        return new StartDocument(
                new GovernedDocument(localWins ? local : remote, stored.version()), localWins, mode.whenDifferent());
    }

    /** A process that has little of a processor may hear its first answers late, though its registry is there. */
    private static @Nullable StoredConfiguration first(ConfigurationValue value) {
        for (int i = 1; i < TRIES; i++) {
            try {
                return value.read();
            } catch (ShardingException e) {
                if (!(e.getCause() instanceof TimeoutException)) {
                    throw e;
                }
                LOG.info("The registry did not answer in time; it is asked again", e);
            }
        }
        return value.read();
    }

    /** Another application's configuration is not this one's, whoever wins. */
    private static void requireSameDatabase(@Nullable String local, @Nullable String remote) {
        if (local != null && remote != null && !local.equals(remote)) {
            throw new ShardingException(
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    "the registry has the configuration of the logic database '" + remote
                            + "', and the local one is of '" + local
                            + "' (databaseName); give each a repository.props.namespace of its own");
        }
    }
}
