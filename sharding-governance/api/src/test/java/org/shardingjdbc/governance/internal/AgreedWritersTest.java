package org.shardingjdbc.governance.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.jdbc.internal.JdbcRepositories;

/** Two instances with one registry, of which one is elected; time passes as the test says. */
class AgreedWritersTest {
    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final Repository ofA = open();
    private final Repository ofB = open();
    private long nanos;
    private int asked;

    private final AgreedWriters a = new AgreedWriters(ofA, "a", () -> asked++, () -> nanos);
    private final AgreedWriters b = new AgreedWriters(ofB, "b", () -> asked++, () -> nanos);

    private Repository open() {
        return new JdbcRepositories()
                .open(new RepositoryProps(Map.of(
                        "jdbc_url",
                        url,
                        "username",
                        "sa",
                        "pollIntervalMilliseconds",
                        "60000",
                        "timeToLiveSeconds",
                        "600")));
    }

    @AfterEach
    void close() {
        ofA.close();
        ofB.close();
    }

    private void pass(int seconds) {
        nanos += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Test
    void theFirstOneIsElectedAndStaysAsLongAsItLooks() {
        a.look();
        b.look();
        for (int i = 0; i < 10; i++) {
            pass(3);
            a.look();
            b.look();
            assertThat(a.decides()).isTrue();
            assertThat(b.decides()).isFalse();
        }
        assertThat(a.watcher()).isEqualTo("a");
        assertThat(b.watcher()).isEqualTo("a");
    }

    @Test
    void whoStoodStillForLongIsNotElectedAnyMoreBeforeAnotherOneIs() {
        a.look();
        b.look();
        pass(9);
        assertThat(a.decides()).isFalse();
        b.look();
        assertThat(b.decides()).isFalse();
        pass(1);
        b.look();
        assertThat(b.decides()).isTrue();
        a.look();
        assertThat(a.decides()).isFalse();
        assertThat(a.watcher()).isEqualTo("b");
    }

    @Test
    void whoIsClosedLetsAnotherOneBeElectedAtOnce() {
        a.look();
        b.look();
        a.close();
        b.look();
        assertThat(b.decides()).isTrue();
    }

    /** Something happens before a repository answers what is read. */
    private static Repository asking(Repository repository, Runnable before, Runnable after) {
        return (Repository) Proxy.newProxyInstance(
                AgreedWritersTest.class.getClassLoader(),
                new Class<?>[] {Repository.class},
                (self, method, arguments) -> {
                    boolean reads = method.getName().equals("read") && arguments[0].equals("watcher");
                    if (reads) {
                        before.run();
                    }
                    Object answer = method.invoke(repository, arguments);
                    if (reads) {
                        after.run();
                    }
                    return answer;
                });
    }

    /** The lease was renewed while it was asked for. */
    @Test
    void whoWaitsForAnAnswerDoesNotTakeThatForSilence() {
        boolean[] slow = {true};
        Repository slowly = asking(
                ofB,
                () -> {
                    if (slow[0]) {
                        pass(5);
                        a.look();
                    }
                },
                () -> {});
        AgreedWriters other = new AgreedWriters(slowly, "b", () -> {}, () -> nanos);
        a.look();
        other.look();
        slow[0] = false;
        pass(5);
        other.look();
        assertThat(a.decides()).isTrue();
        assertThat(other.decides()).isFalse();
        pass(5);
        other.look();
        assertThat(a.decides()).isFalse();
        assertThat(other.decides()).isTrue();
    }

    /** Its last look is under way, and would take the lease or renew it. */
    @Test
    void whoIsClosedDuringALookLetsAnotherOneBeElectedAtOnce() {
        for (boolean elected : new boolean[] {false, true}) {
            Runnable[] closing = {() -> {}};
            AgreedWriters one =
                    new AgreedWriters(asking(ofA, () -> {}, () -> closing[0].run()), "one", () -> {}, () -> nanos);
            if (elected) {
                one.look();
                pass(3);
            }
            closing[0] = one::close;
            one.look();
            assertThat(ofA.read("watcher"))
                    .satisfiesAnyOf(lease -> assertThat(lease).isNull(), lease -> assertThat(lease.value())
                            .isEqualTo("-"));
        }
        b.look();
        assertThat(b.decides()).isTrue();
    }

    @Test
    void ownRenewalsAreNotRenewedAtEachLook() {
        a.look();
        long version = ofA.read("watcher").version();
        a.look();
        a.look();
        assertThat(ofA.read("watcher").version()).isEqualTo(version);
        pass(3);
        a.look();
        assertThat(ofA.read("watcher").version()).isGreaterThan(version);
    }

    @Test
    void whatOneFoundAllKnow() {
        a.look();
        a.found("ds", "r_0");
        assertThat(asked).isEqualTo(1);
        assertThat(a.writers()).isEqualTo(Map.of("ds", "r_0"));
        assertThat(a.look()).isFalse();
        assertThat(b.look()).isTrue();
        assertThat(b.writers()).isEqualTo(Map.of("ds", "r_0"));
        assertThat(b.look()).isFalse();
        AgreedWriters later = new AgreedWriters(ofB, "c", () -> {}, () -> nanos);
        later.readFirst();
        assertThat(later.writers()).isEqualTo(Map.of("ds", "r_0"));
    }

    @Test
    void twoThatFindTheSameAgreeAndOfTwoThatDifferTheFirstCounts() {
        a.found("ds", "r_0");
        b.found("ds", "r_0");
        b.found("other", "r_1");
        a.look();
        assertThat(b.look()).isTrue();
        b.look();
        a.look();
        assertThat(a.writers()).isEqualTo(Map.of("ds", "r_0", "other", "r_1"));
        a.found("ds", "r_2");
        b.found("ds", "r_3");
        a.look();
        assertThat(b.writers()).containsEntry("ds", "r_3");
        assertThat(b.look()).isTrue();
        assertThat(b.writers()).containsEntry("ds", "r_2");
        a.look();
        assertThat(a.writers()).containsEntry("ds", "r_2");
    }

    @Test
    void whileTheRegistryIsAwayEachDecidesAndSaysItAfterwards() {
        a.look();
        b.look();
        b.away();
        assertThat(b.decides()).isTrue();
        b.found("ds", "r_0");
        b.look();
        assertThat(b.decides()).isFalse();
        assertThat(a.look()).isTrue();
        assertThat(a.writers()).isEqualTo(Map.of("ds", "r_0"));
    }
}
