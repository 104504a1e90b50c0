package org.shardingjdbc.governance.jdbc.internal;

import java.util.Map;
import org.shardingjdbc.governance.RepositoryProvider;
import org.shardingjdbc.governance.testkit.HandoverContract;

/** Handovers of all instances, with a registry in a database. */
class JdbcHandoverTest extends HandoverContract {
    @Override
    protected RepositoryProvider provider() {
        return new JdbcRepositories();
    }

    @Override
    protected Map<String, String> props() {
        return Map.of(
                "jdbc_url",
                "jdbc:h2:mem:registry_of_handovers;DB_CLOSE_DELAY=-1",
                "pollIntervalMilliseconds",
                "50",
                "timeToLiveSeconds",
                "5");
    }
}
