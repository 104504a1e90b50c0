package org.shardingjdbc.governance.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.RepositoryProvider;
import org.shardingjdbc.jdbc.governance.GovernanceProvider;
import org.shardingjdbc.jdbc.governance.GovernanceSession;
import org.shardingjdbc.jdbc.governance.ModeConfiguration;
import org.shardingjdbc.rule.algorithm.TypeRegistry;

/** Governs by the repositories of the class path. Stateless. */
public final class RegistryProvider implements GovernanceProvider {
    @Override
    public boolean knows(String repository) {
        return provider(repository) != null;
    }

    private static @Nullable RepositoryProvider provider(String type) {
        return new TypeRegistry<RepositoryProvider>("repository type")
                .services(RepositoryProvider.class, RepositoryProvider::type, provider -> provider)
                .of(type);
    }

    @Override
    public GovernanceSession open(ModeConfiguration mode, String localDocument) {
        Seal seal = Seal.of(mode.secretKey());
        String local = ConfigurationDocuments.stored(localDocument);
        seal.refuseSecrets(local);
        RepositoryProvider provider = Objects.requireNonNull(provider(mode.repository()), "not known");
        Repository repository = provider.open(new RepositoryProps(mode.props()));
        boolean done = false;
        try {
            RegistrySession session = new RegistrySession(
                    repository,
                    seal,
                    LocalCopy.of(mode.localCopy(), seal),
                    StartDocument.decide(mode, repository, seal, local),
                    new FixedWorkerIds(mode.cluster()),
                    mode.cluster() ? mode.whenAway() : null);
            session.readFirst();
            done = true;
            return session;
        } finally {
            if (!done) {
                repository.close();
            }
        }
    }
}
