package org.shardingjdbc.governance.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.internal.StoredConfiguration.Phase;
import org.shardingjdbc.governance.jdbc.internal.JdbcRepositories;

/** What an instance that goes along makes of what it reads. */
class JoinedHandoverTest {
    private static final String CHANGER = "changer";
    /** Longer than a handover of one millisecond, and what is added to it. */
    private static final long SLOW_MILLIS = 1_300;

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

    private Repository open() {
        return new JdbcRepositories().open(new RepositoryProps(Map.of("jdbc_url", url)));
    }

    /** Nothing is asked of it. */
    private static Handovers.Session session() {
        return (Handovers.Session) Proxy.newProxyInstance(
                JoinedHandoverTest.class.getClassLoader(),
                new Class<?>[] {Handovers.Session.class},
                (self, method, arguments) -> null);
    }

    private static void sleep(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** That a value is late counts from when it was read: it may have been written while that was waited for. */
    @Test
    void aSlowAnswerIsNoReasonToWithdraw() {
        try (Repository changer = open();
                Repository own = open()) {
            changer.announce(RegistrySession.INSTANCES + "/" + CHANGER, "here");
            ConfigurationValue value = new ConfigurationValue(changer, Seal.of(null));
            StoredConfiguration first = new StoredConfiguration(1, "old", null);
            StoredConfiguration preparing = first.preparing(CHANGER, 1, 1, "next");
            StoredConfiguration closing = preparing.in(Phase.CLOSING);
            assertThat(value.write(first)).isTrue();
            assertThat(value.write(preparing)).isTrue();
            assertThat(value.write(closing)).isTrue();
            Repository slow = (Repository) Proxy.newProxyInstance(
                    JoinedHandoverTest.class.getClassLoader(),
                    new Class<?>[] {Repository.class},
                    (self, method, arguments) -> {
                        if (method.getName().equals("read")) {
                            sleep(SLOW_MILLIS);
                        }
                        return method.invoke(own, arguments);
                    });
            Handovers all = new Handovers(slow, new ConfigurationValue(slow, Seal.of(null)), "own", session());
            JoinedHandover joined = new JoinedHandover(all, closing.underWay());
            // until it asks once more whether the changer is there
            sleep(300);
            assertThat(joined.isOver()).isFalse();
            assertThat(value.read()).isEqualTo(closing);
            // now it is late
            assertThat(joined.isOver()).isFalse();
            assertThat(value.read().isWithdrawn()).isTrue();
        }
    }
}
