package org.shardingjdbc.feature.readwrite.internal.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.readwrite.ReplicaTerms;
import org.shardingjdbc.rule.watch.WatchedDatabase;
import org.shardingjdbc.rule.watch.WritersAgreement;

/** Which database of a group is written to, told what probes would see. */
class WriterTest {
    private static final Set<String> ALL = Set.of("primary", "r_0", "r_1");

    private final Replica first = new Replica("r_0", 1);
    private final Replica second = new Replica("r_1", 2);
    private final Writer writer = follower(first, second);

    private static Writer follower(Replica... replicas) {
        return new Writer("ds", "primary", 0, true, List.of(replicas), false, TimeUnit.MINUTES.toNanos(1));
    }

    private void bothFollow() {
        writer.takesWrites(first, false);
        writer.takesWrites(second, false);
    }

    private void firstIsPromoted() {
        bothFollow();
        writer.primaryTakesWrites(false, false);
        writer.takesWrites(first, true);
        assertThat(writer.name()).isEqualTo("r_0");
    }

    @Test
    void aPromotedReplicaIsFollowedWhenThePrimaryIsGone() {
        bothFollow();
        writer.takesWrites(first, true);
        assertThat(writer.name()).isEqualTo("primary");
        writer.primaryTakesWrites(false, false);
        assertThat(writer.name()).isEqualTo("r_0");
        assertThat(writer.index()).isEqualTo(1);
        assertThat(writer.wasLeft("primary")).isTrue();
        assertThat(writer.wasLeft("r_0")).isFalse();
    }

    @Test
    void aReplicaThatAlwaysTookWritesIsNotFollowedAndWritesAreRefused() {
        writer.takesWrites(first, true);
        assertThat(writer.elsewhere()).isNull();
        writer.primaryTakesWrites(false, true);
        assertThat(writer.name()).isEqualTo("primary");
        assertThat(writer.elsewhere()).contains("r_0").contains("never seen to take none");
        writer.primaryTakesWrites(true, true);
        assertThat(writer.elsewhere()).isNull();
    }

    @Test
    void ofTwoThatWerePromotedNoneIsFollowed() {
        bothFollow();
        writer.takesWrites(first, true);
        writer.takesWrites(second, true);
        writer.primaryTakesWrites(false, false);
        assertThat(writer.name()).isEqualTo("primary");
        assertThat(writer.elsewhere()).contains("r_0 and r_1");
    }

    @Test
    void aPrimaryThatComesBackAsItWasIsNotUsedAgain() {
        firstIsPromoted();
        writer.primaryTakesWrites(true, true);
        first.away("killed");
        writer.takesWrites(second, false);
        assertThat(writer.name()).isEqualTo("r_0");
        assertThat(writer.elsewhere()).contains("primary");
    }

    @Test
    void aPrimaryThatFollowedAndWasPromotedIsUsedAgain() {
        firstIsPromoted();
        writer.primaryTakesWrites(false, true);
        writer.primaryTakesWrites(true, true);
        assertThat(writer.name()).isEqualTo("r_0");
        writer.takesWrites(first, false);
        assertThat(writer.name()).isEqualTo("primary");
        assertThat(writer.wasLeft("primary")).isFalse();
        assertThat(writer.wasLeft("r_0")).isTrue();
        assertThat(writer.wasLeft("of another group")).isFalse();
    }

    /** It was seen to take no writes long before; what counts is what was seen since it was left. */
    @Test
    void aReplicaThatWasLeftAndComesBackAsItWasIsNotUsedAgain() {
        firstIsPromoted();
        first.away("killed");
        writer.takesWrites(second, true);
        assertThat(writer.name()).isEqualTo("r_1");
        first.back();
        writer.takesWrites(first, true);
        second.away("a moment");
        writer.takesWrites(first, true);
        assertThat(writer.name()).isEqualTo("r_1");
        second.back();
        writer.takesWrites(second, true);
        writer.takesWrites(first, false);
        writer.takesWrites(first, true);
        second.away("killed");
        writer.takesWrites(first, true);
        assertThat(writer.name()).isEqualTo("r_0");
    }

    /** A probe asked the old primary for its position, and the group moved before it told. */
    @Test
    void positionsOfTheOldPrimaryAreDropped() {
        long begin = System.nanoTime();
        firstIsPromoted();
        writer.mark(null, new WritePosition(System.nanoTime(), "200"));
        second.look(at("200"));
        assertThat(second.hasAllUntil(begin)).isFalse();
        writer.mark(first, new WritePosition(System.nanoTime(), "110"));
        second.look(at("110"));
        assertThat(second.hasAllUntil(begin)).isTrue();
    }

    /** Another probe's thread sees that the group moves while a replica is asked how far it is. */
    @Test
    void whatAReplicaToldOfTheOldPrimaryIsDropped() {
        long begin = System.nanoTime();
        bothFollow();
        writer.mark(null, new WritePosition(System.nanoTime(), "200"));
        second.look(asking("200", () -> {
            firstIsPromoted();
            writer.mark(first, new WritePosition(System.nanoTime(), "110"));
            writer.mark(first, new WritePosition(System.nanoTime(), "120"));
        }));
        assertThat(second.lagMillis()).isNegative();
        assertThat(second.hasAllUntil(begin)).isFalse();
        assertThat(second.hasAllOf("110")).isFalse();
        assertThat(second.isBehindMove()).isTrue();
        second.look(at("120"));
        assertThat(second.lagMillis()).isZero();
        assertThat(second.hasAllUntil(begin)).isTrue();
        assertThat(second.isBehindMove()).isFalse();
    }

    /** An execution lost it meanwhile: when it is back, it may show less than it told. */
    @Test
    void whatAReplicaToldBeforeItWentAwayIsDropped() {
        long begin = System.nanoTime();
        bothFollow();
        writer.mark(null, new WritePosition(System.nanoTime(), "100"));
        second.look(asking("100", () -> second.away("killed")));
        second.back();
        assertThat(second.hasAllUntil(begin)).isFalse();
        assertThat(second.hasAllOf("100")).isFalse();
        assertThat(second.lagMillis()).isNegative();
    }

    /** Nobody writes again for long, and the replica is known to follow by the only write. */
    @Test
    void theFirstWriteAfterAMoveIsKnownFromWhatWasThereBefore() {
        bothFollow();
        assertThat(writer.mayBecome(first)).isTrue();
        writer.mark(first, new WritePosition(System.nanoTime(), "100"));
        writer.takesWrites(first, true);
        writer.primaryTakesWrites(false, false);
        assertThat(writer.name()).isEqualTo("r_0");
        assertThat(writer.mayBecome(first)).isFalse();
        assertThat(first.isBehindMove()).isFalse();
        second.look(at("100"));
        assertThat(second.isBehindMove()).isTrue();
        writer.mark(first, new WritePosition(System.nanoTime(), "101"));
        second.look(at("100"));
        assertThat(second.isBehindMove()).isTrue();
        second.look(at("101"));
        assertThat(second.isBehindMove()).isFalse();
    }

    @Test
    void whatWasThereBeforeItFollowedAgainIsForgotten() {
        long begin = System.nanoTime();
        bothFollow();
        writer.takesWrites(first, true);
        writer.mark(first, new WritePosition(System.nanoTime(), "100"));
        writer.takesWrites(first, false);
        firstIsPromoted();
        assertThat(first.isBehindMove()).isTrue();
        second.look(at("100"));
        assertThat(second.hasAllUntil(begin)).isFalse();
    }

    /** As a class that the application brings to ask about a primary: a schedule ends with what is thrown. */
    @Test
    void aLookThatFailsByAnErrorIsNotTheLast() {
        GroupHealth group = new GroupHealth("ds", "primary", 0, List.of("r_0"), List.of(1), ReplicaTerms.DEFAULT, null);
        int[] looks = {0};
        Probe probe = new Probe(group, group.replicas().get(0), asking("1", () -> {
            looks[0]++;
            throw new NoClassDefFoundError("on demand");
        }));
        probe.run();
        probe.run();
        assertThat(looks).containsExactly(2);
    }

    private static WatchedDatabase at(String position) {
        return asking(position, () -> {});
    }

    /** While it is asked what it has replayed, something happens. */
    private static WatchedDatabase asking(String position, Runnable meanwhile) {
        return new WatchedDatabase() {
            @Override
            public String name() {
                return "database";
            }

            @Override
            public boolean takesWrites() {
                return false;
            }

            @Override
            public String position() {
                return null;
            }

            @Override
            public String replayed() {
                meanwhile.run();
                return position;
            }

            @Override
            public boolean covers(String replayed, String other) {
                return Integer.parseInt(replayed) >= Integer.parseInt(other);
            }

            @Override
            public void awaitPool() {}

            @Override
            public void close() {}
        };
    }

    @Test
    void aNewConfigurationGoesOnWhereTheOneBeforeWas() {
        firstIsPromoted();
        Writer next = follower(new Replica("r_0", 5), new Replica("r_1", 7));
        next.takeOver(writer, ALL);
        assertThat(next.name()).isEqualTo("r_0");
        assertThat(next.index()).isEqualTo(5);
        next.primaryTakesWrites(true, true);
        assertThat(next.name()).isEqualTo("r_0");
    }

    @Test
    void aNewConfigurationOfOtherDatabasesBeginsAnew() {
        firstIsPromoted();
        Writer other = follower(new Replica("r_0", 1), new Replica("r_1", 2));
        other.takeOver(writer, Set.of("r_0", "r_1"));
        assertThat(other.name()).isEqualTo("primary");
        Writer without = follower(new Replica("r_1", 2));
        without.takeOver(writer, ALL);
        assertThat(without.name()).isEqualTo("primary");
    }

    @Test
    void promotionsAreSeenAcrossAReconfiguration() {
        bothFollow();
        Replica known = new Replica("r_0", 1);
        Writer next = follower(known, new Replica("r_1", 2));
        next.takeOver(writer, ALL);
        next.takesWrites(known, true);
        next.primaryTakesWrites(false, false);
        assertThat(next.name()).isEqualTo("r_0");
    }

    /** What instances agree on, as a test says. */
    private static final class Agreed implements WritersAgreement {
        private final Map<String, String> writers = new TreeMap<>();
        private final Map<String, String> found = new TreeMap<>();
        private boolean decides;

        @Override
        public Map<String, String> writers() {
            return writers;
        }

        @Override
        public boolean decides() {
            return decides;
        }

        @Override
        public void found(String group, String database) {
            found.put(group, database);
        }
    }

    private final Agreed agreed = new Agreed();

    private void firstTakesWritesAndThePrimaryIsGone(Writer told) {
        told.takesWrites(first, false);
        told.takesWrites(second, false);
        told.primaryTakesWrites(false, false);
        told.takesWrites(first, true);
    }

    @Test
    void theElectedInstanceSaysWhatItFinds() {
        agreed.decides = true;
        assertThat(writer.agree(agreed)).isFalse();
        firstTakesWritesAndThePrimaryIsGone(writer);
        assertThat(writer.name()).isEqualTo("r_0");
        assertThat(agreed.found).isEqualTo(Map.of("ds", "r_0"));
    }

    @Test
    void anotherInstanceWaitsForWhatTheElectedOneSays() {
        writer.agree(agreed);
        firstTakesWritesAndThePrimaryIsGone(writer);
        assertThat(writer.name()).isEqualTo("primary");
        assertThat(writer.elsewhere()).isNull();
        agreed.writers.put("ds", "r_0");
        assertThat(writer.agree(agreed)).isTrue();
        assertThat(writer.name()).isEqualTo("r_0");
        assertThat(agreed.found).isEmpty();
    }

    @Test
    void whenTheElectedOneKeepsSilentAnotherInstanceDecides() {
        Writer hasty = new Writer("ds", "primary", 0, true, List.of(first, second), false, 0);
        hasty.agree(agreed);
        firstTakesWritesAndThePrimaryIsGone(hasty);
        assertThat(hasty.name()).isEqualTo("r_0");
        assertThat(agreed.found).isEqualTo(Map.of("ds", "r_0"));
    }

    /** It is started after the move, and the old primary is there again as it was. */
    @Test
    void whatWasFoundBeforeTheStartIsFollowed() {
        agreed.writers.put("ds", "r_0");
        assertThat(writer.agree(agreed)).isTrue();
        writer.primaryTakesWrites(true, true);
        assertThat(writer.elsewhere()).isNull();
        writer.takesWrites(first, true);
        writer.takesWrites(second, false);
        assertThat(writer.name()).isEqualTo("r_0");
        assertThat(writer.elsewhere()).isNull();
        assertThat(writer.agree(agreed)).isFalse();
    }

    /** All instances were down while the databases were set up as they had been at first. */
    @Test
    void whatWasFoundLongAgoIsTakenBackWhenTheDatabasesSayOtherwise() {
        agreed.writers.put("ds", "r_0");
        writer.agree(agreed);
        writer.takesWrites(first, false);
        assertThat(writer.name()).isEqualTo("r_0");
        writer.primaryTakesWrites(true, true);
        assertThat(writer.name()).isEqualTo("primary");
        assertThat(agreed.found).isEqualTo(Map.of("ds", "primary"));
    }

    /** The configuration changes before the databases have said otherwise, or when the one named has. */
    @Test
    void whatWasFoundLongAgoIsTakenBackAfterAReconfigurationToo() {
        agreed.writers.put("ds", "r_0");
        writer.agree(agreed);
        for (boolean belied : new boolean[] {false, true}) {
            if (belied) {
                writer.takesWrites(first, false);
            }
            Replica known = new Replica("r_0", 1);
            Writer next = follower(known, new Replica("r_1", 2));
            next.takeOver(writer, ALL);
            assertThat(next.name()).isEqualTo("r_0");
            if (!belied) {
                next.takesWrites(known, false);
            }
            next.primaryTakesWrites(true, true);
            assertThat(next.name()).isEqualTo("primary");
            assertThat(next.elsewhere()).isNull();
        }
    }

    @Test
    void oneThatTookWritesAndTakesNoneNowIsNotTakenBack() {
        agreed.writers.put("ds", "r_0");
        writer.agree(agreed);
        writer.takesWrites(first, true);
        writer.takesWrites(first, false);
        writer.primaryTakesWrites(true, true);
        assertThat(writer.name()).isEqualTo("r_0");
        assertThat(agreed.found).isEmpty();
    }

    /** It is gone since, and this instance is elected. */
    @Test
    void fromOneThatWasFoundBeforeTheStartTheGroupMovesOn() {
        agreed.decides = true;
        agreed.writers.put("ds", "r_0");
        writer.agree(agreed);
        first.away("gone");
        writer.primaryTakesWrites(false, false);
        writer.takesWrites(second, false);
        assertThat(writer.name()).isEqualTo("r_0");
        writer.takesWrites(second, true);
        assertThat(writer.name()).isEqualTo("r_1");
        assertThat(agreed.found).isEqualTo(Map.of("ds", "r_1"));
    }

    @Test
    void whoIsVouchedForIsFollowedThoughNobodySawItTakeNone() {
        Writer vouched = new Writer("ds", "primary", 0, true, List.of(first, second), true, 0);
        vouched.primaryTakesWrites(false, true);
        assertThat(vouched.name()).isEqualTo("primary");
        vouched.takesWrites(second, true);
        assertThat(vouched.name()).isEqualTo("r_1");
        vouched.takesWrites(second, false);
        vouched.primaryTakesWrites(true, true);
        assertThat(vouched.name()).isEqualTo("primary");
    }

    @Test
    void whoDoesNotFollowAndWhoDoesNotKnowTheDatabaseStays() {
        agreed.writers.put("ds", "r_9");
        assertThat(writer.agree(agreed)).isFalse();
        assertThat(writer.name()).isEqualTo("primary");
        agreed.writers.put("ds", "r_0");
        Writer staying = new Writer("ds", "primary", 0, false, List.of(first, second), false, 0);
        assertThat(staying.agree(agreed)).isFalse();
        assertThat(staying.name()).isEqualTo("primary");
    }
}
