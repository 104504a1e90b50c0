package org.shardingjdbc.cli.internal.database;

import org.shardingjdbc.jdbc.governance.GovernanceProvider;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a document with a {@code mode} for commands that read no registry: the document counts as it stands, and what
 * needs the registry fails. Such a command is no instance of the application that others would wait for. Stateless.
 */
public final class UnreadRegistryProvider implements GovernanceProvider {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadRegistryProvider.class);
    private static final String UNREAD = "unread ";

    /** A mode whose registry is not asked. */
    static ModeConfiguration unread(ModeConfiguration mode) {
        return new ModeConfiguration(
                mode.cluster(),
                UNREAD + mode.repository(),
                mode.props(),
                mode.whenDifferent(),
                mode.secretKey(),
                mode.localCopy(),
                mode.whenAway());
    }

    @Override
    public boolean knows(String repository) {
        return repository.startsWith(UNREAD);
    }

    @Override
    public GovernanceSession open(ModeConfiguration mode, String localDocument) {
        LOG.warn(
                "mode is not read: this is what the document says, which may be older than the version in the {} registry",
                mode.repository().substring(UNREAD.length()));
        return new UnreadRegistry(localDocument);
    }
}
