package org.shardingjdbc.feature.readwrite.internal.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.readwrite.PrimaryCheck;
import org.shardingjdbc.feature.readwrite.ReplicaTerms;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.Failover;
import org.shardingjdbc.rule.watch.WatchedDatabase;
import org.shardingjdbc.rule.watch.WritersAgreement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of the databases of one group: which replicas may answer, and which database is written to. One per group;
 * read by all threads on each read, written by probes.
 */
public final class GroupHealth {
    private static final Logger LOG = LoggerFactory.getLogger(GroupHealth.class);

    /**
     * For how many probe periods a move is only observed; then it is decided here without the instance elected to
     * decide.
     */
    private static final int PATIENCE_PERIODS = 3;

    private final String group;
    private final int primary;
    private final ReplicaTerms terms;
    /** Knows the primary besides the databases; null for none. */
    private final @Nullable PrimaryCheck check;

    private final List<Replica> replicas = new ArrayList<>();
    private volatile UsableReplicas usable;
    private final Writer writer;
    /** The names of data sources that are switched off by hand. */
    private volatile Set<String> off = Set.of();

    /**
     * @param group its name
     * @param primaryName the primary's name
     * @param primary the primary's index among all data sources
     * @param names of the replicas
     * @param dataSources the indexes of the replicas, in the same order
     * @param check knows the primary besides the databases; null for none
     */
    public GroupHealth(
            String group,
            String primaryName,
            int primary,
            List<String> names,
            List<Integer> dataSources,
            ReplicaTerms terms,
            @Nullable PrimaryCheck check) {
        this.group = group;
        this.primary = primary;
        this.terms = terms;
        this.check = check;
        for (int i = 0; i < names.size(); i++) {
            replicas.add(new Replica(names.get(i), dataSources.get(i)));
        }
        this.writer = new Writer(
                group,
                primaryName,
                primary,
                terms.failover() == Failover.FOLLOW,
                replicas,
                check != null,
                TimeUnit.MILLISECONDS.toNanos((long) PATIENCE_PERIODS * terms.probePeriodMillis()));
        // how far the replicas have come is not known yet
        this.usable = new UsableReplicas(terms.maxLagMillis() > 0 ? List.of() : replicas);
    }

    /** The replicas that may answer now. */
    public UsableReplicas usable() {
        return usable;
    }

    /** The name of the group. */
    public String group() {
        return group;
    }

    int primary() {
        return primary;
    }

    /** Whether a data source is the configured primary, or one of the replicas. */
    boolean has(int dataSource) {
        return dataSource == primary || replicas.stream().anyMatch(each -> each.dataSource() == dataSource);
    }

    /** The configured primary and the replicas, in configured order. */
    public List<Integer> databases() {
        List<Integer> databases = new ArrayList<>(List.of(primary));
        replicas.forEach(each -> databases.add(each.dataSource()));
        return databases;
    }

    /** The conditions under which replicas answer. */
    public ReplicaTerms terms() {
        return terms;
    }

    /** The database as probes ask it: together with the check, if there is one. */
    WatchedDatabase asked(WatchedDatabase database) {
        return check == null ? database : new CheckedDatabase(database, check);
    }

    List<Replica> replicas() {
        return replicas;
    }

    /** Why no replica may answer, with the reason for each by name. */
    public String whyNone() {
        StringJoiner why = new StringJoiner("; ");
        for (Replica replica : replicas) {
            why.add(replica.name() + " " + why(replica));
        }
        return why.toString();
    }

    private String why(Replica replica) {
        if (off.contains(replica.name())) {
            return "is switched off";
        }
        if (replica.away() != null) {
            return "does not answer (" + replica.away() + ")";
        }
        if (replica.isBehindMove()) {
            return "is not known to follow the new primary";
        }
        return replica.lagMillis() < 0
                ? "has not told how far it is"
                : "is " + replica.lagMillis() + " ms behind its primary";
    }

    /**
     * Sets the replicas that are switched off by hand: from now on they answer no reads, and no other replica is
     * switched off.
     */
    public void switchedOff(Set<String> names) {
        off = Set.copyOf(names);
        refresh();
    }

    /** A replica does not answer. */
    void away(Replica replica, String why) {
        replica.away(why);
        refresh();
    }

    /** A replica answers. */
    void back(Replica replica) {
        replica.back();
        refresh();
    }

    /** The index of the data source that is written to. */
    public int writer() {
        return writer.index();
    }

    /** The name of the data source that is written to. */
    public String writerName() {
        return writer.name();
    }

    /** Why a write would fail or go to the wrong database, as others take writes; null where it would not. */
    public @Nullable String elsewhere() {
        return writer.elsewhere();
    }

    /** Whether a database, by its name, belongs to the group and is not written to. */
    public boolean wasLeft(String database) {
        return writer.wasLeft(database);
    }

    /**
     * Whether that database is written to.
     *
     * @param replica null for the configured primary
     */
    boolean isWriter(@Nullable Replica replica) {
        return writer.is(replica);
    }

    /**
     * Whether that database, which takes writes, may be the next one that is written to.
     *
     * @param replica null for the configured primary
     */
    boolean mayBecomeWriter(@Nullable Replica replica) {
        // the question for its position would write a heartbeat there, while another database is written to
        return terms.heartbeatTable() == null && writer.mayBecome(replica);
    }

    /**
     * Notes the position of a database that is written to, or may be next.
     *
     * @param told null for the configured primary
     */
    void mark(@Nullable Replica told, WritePosition mark) {
        writer.mark(told, mark);
    }

    /** Notes what a probe saw of the configured primary. */
    void primaryTakesWrites(boolean takes, boolean answers) {
        if (writer.primaryTakesWrites(takes, answers)) {
            refresh();
        }
    }

    /** Notes what a probe saw of a replica. */
    void takesWrites(Replica replica, boolean takes) {
        if (writer.takesWrites(replica, takes)) {
            refresh();
        }
    }

    /**
     * Goes over to the database that the instances agree on as the one that is written to, and tells them what is found
     * here.
     */
    void agree(WritersAgreement agreement) {
        if (writer.agree(agreement)) {
            refresh();
        }
    }

    /** Takes over what was known of the same databases. */
    void takeOver(GroupHealth before, Set<String> kept) {
        if (before.writer.primaryName().equals(writer.primaryName())) {
            writer.takeOver(before.writer, kept);
            refresh();
        }
    }

    private boolean isUsable(Replica replica) {
        if (off.contains(replica.name()) || replica.away() != null || replica.isBehindMove()) {
            return false;
        }
        return isWriter(replica)
                || terms.maxLagMillis() == 0
                || replica.lagMillis() >= 0 && replica.lagMillis() <= terms.maxLagMillis();
    }

    private synchronized void refresh() {
        UsableReplicas before = usable;
        List<Replica> now = new ArrayList<>(replicas.size());
        for (Replica replica : replicas) {
            boolean was = before.replicas().contains(replica);
            if (isUsable(replica)) {
                now.add(replica);
                if (!was) {
                    LOG.info("Replica {} of group {} answers again", replica.name(), group);
                }
            } else if (was) {
                LOG.warn("Replica {} of group {} rests: it {}", replica.name(), group, why(replica));
            }
        }
        if (!now.equals(before.replicas())) {
            usable = new UsableReplicas(now);
        }
    }
}
