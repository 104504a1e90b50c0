package org.shardingjdbc.governance.jdbc.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;

class AnnouncementsTest {
    private static Repository open() {
        return new JdbcRepositories()
                .open(new RepositoryProps(Map.of(
                        "jdbc_url", "jdbc:h2:mem:announcements;DB_CLOSE_DELAY=-1", "pollIntervalMilliseconds", "1")));
    }

    @Test
    void aBeatDoesNotBringBackWhatWasAnnouncedBefore() {
        try (Repository one = open();
                Repository other = open()) {
            for (int i = 0; i < 2_000; i++) {
                one.announce("instances/one", "version " + i);
                assertThat(other.announced("instances")).containsEntry("one", "version " + i);
            }
        }
    }
}
