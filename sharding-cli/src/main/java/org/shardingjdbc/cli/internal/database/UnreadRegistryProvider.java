package org.shardingjdbc.cli.internal.database;

import java.util.ServiceLoader;
import org.shardingjdbc.jdbc.governance.GovernanceProvider;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a document with a {@code mode} where the jar of its registry is not there, as in the command line's own jar:
 * the document counts as it stands, and what needs the registry fails. A command is no instance of the application that
 * others would wait for. Stateless.
 */
public final class UnreadRegistryProvider implements GovernanceProvider {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadRegistryProvider.class);

    @Override
    public boolean knows(String repository) {
        return ServiceLoader.load(GovernanceProvider.class).stream()
                .filter(other -> other.type() != UnreadRegistryProvider.class)
                .noneMatch(other -> other.get().knows(repository));
    }

    @Override
    public GovernanceSession open(ModeConfiguration mode, String localDocument) {
        LOG.warn(
                "mode is not read: this is what the document says, which may be older than the version in the {} registry",
                mode.repository());
        return new UnreadRegistry(localDocument);
    }
}
