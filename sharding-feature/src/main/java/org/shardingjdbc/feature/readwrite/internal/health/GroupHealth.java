package org.shardingjdbc.feature.readwrite.internal.health;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.shardingjdbc.feature.readwrite.ReplicaTerms;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which replicas of a group may answer. One per group; read by all threads on each read, written by probes. */
public final class GroupHealth {
    private static final Logger LOG = LoggerFactory.getLogger(GroupHealth.class);

    private final String group;
    private final int primary;
    private final ReplicaTerms terms;
    private final List<Replica> replicas = new ArrayList<>();
    private volatile Usable usable;
    private volatile boolean primaryWrites = true;
    /** The replica that was promoted and is written to; null while the configured primary is. */
    private volatile Replica promoted;

    /** The replica of which the log says that it may be the primary now; null for none. */
    private volatile Replica told;

    /**
     * @param group its name
     * @param primary its primary's index among all data sources
     * @param names of its replicas
     * @param dataSources their indexes, in the same order
     */
    public GroupHealth(String group, int primary, List<String> names, List<Integer> dataSources, ReplicaTerms terms) {
        this.group = group;
        this.primary = primary;
        this.terms = terms;
        for (int i = 0; i < names.size(); i++) {
            replicas.add(new Replica(names.get(i), dataSources.get(i)));
        }
        // how far they are is not known yet
        this.usable = Usable.of(terms.maxLagMillis() > 0 ? List.of() : replicas);
    }

    /** Those that may answer now. */
    public Usable usable() {
        return usable;
    }

    /** Its name. */
    public String group() {
        return group;
    }

    int primary() {
        return primary;
    }

    /** When its replicas answer. */
    public ReplicaTerms terms() {
        return terms;
    }

    List<Replica> replicas() {
        return replicas;
    }

    /** Why none may answer, by their names. */
    public String whyNone() {
        StringJoiner why = new StringJoiner("; ");
        for (Replica replica : replicas) {
            why.add(replica.name() + " " + why(replica));
        }
        return why.toString();
    }

    private static String why(Replica replica) {
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
        Replica other = promoted;
        return other == null ? primary : other.dataSource();
    }

    /** Whether a replica was promoted and is written to. */
    boolean isWriter(Replica replica) {
        return promoted == replica;
    }

    /** What was seen of the configured primary. */
    synchronized void primaryTakesWrites(boolean takes) {
        if (takes != primaryWrites) {
            primaryWrites = takes;
            told = null;
            LOG.warn("The primary of group {} {} writes", group, takes ? "takes" : "does not take");
        }
        if (takes && promoted != null && told != promoted) {
            told = promoted;
            LOG.error(
                    "Two databases of group {} take writes, its configured primary and replica {}, which is written to: let"
                            + " the first follow the second",
                    group,
                    promoted.name());
        }
        move();
    }

    /** What was seen of a replica. Of many it always takes writes, as nobody set them to read only. */
    synchronized void takesWrites(Replica replica, boolean takes) {
        replica.takesWrites(takes);
        if (takes && !primaryWrites && promoted == null && told != replica) {
            told = replica;
            LOG.warn(
                    "Replica {} of group {} takes writes and the primary does not: if it was promoted, name it as"
                            + " writeDataSourceName and reconfigure",
                    replica.name(),
                    group);
        }
        move();
    }

    /**
     * Follows a promotion: the one that is written to takes no writes, and of the others one does that took none
     * before. What came back as it was is no such one.
     */
    private void move() {
        boolean writes = promoted == null ? primaryWrites : promoted.isPromoted();
        if (writes || terms.failover() != ReplicaTerms.Failover.FOLLOW) {
            return;
        }
        Replica next = null;
        for (Replica each : replicas) {
            if (each != promoted && each.isPromoted()) {
                if (next != null) {
                    return;
                }
                next = each;
            }
        }
        if (next != null) {
            replicas.forEach(Replica::startAnew);
            promoted = next;
            LOG.warn("Replica {} of group {} was promoted and is written to from now on", next.name(), group);
            refresh();
        }
    }

    private boolean isUsable(Replica replica) {
        if (replica.away() != null || replica.isBehindMove()) {
            return false;
        }
        return promoted == replica
                || terms.maxLagMillis() == 0
                || replica.lagMillis() >= 0 && replica.lagMillis() <= terms.maxLagMillis();
    }

    private synchronized void refresh() {
        Usable before = usable;
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
            usable = Usable.of(now);
        }
    }
}
