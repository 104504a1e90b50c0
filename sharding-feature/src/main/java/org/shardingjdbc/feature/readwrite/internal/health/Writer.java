package org.shardingjdbc.feature.readwrite.internal.health;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.watch.WritersAgreement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which database of a group is written to. One per group; read by all threads, told by probes what they saw.
 *
 * <p>The group moves to another database when the present one does not answer or takes no writes, and exactly one of
 * the others was promoted: it takes writes, and was seen to take none before. That holds for the configured primary as
 * for replicas. A database that the group has left counts as one that was never seen to take no writes. So a database
 * that comes back as it was, without what was written elsewhere meanwhile, is not used again.
 */
final class Writer {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

    private final String group;
    private final String primaryName;
    private final int primary;
    private final boolean follows;
    private final List<Replica> replicas;
    /**
     * Whether a {@link org.shardingjdbc.feature.readwrite.PrimaryCheck} says besides the databases which one is the
     * primary.
     */
    private final boolean vouched;
    /** How long to wait for the instance that decides about moves before a move is decided here. */
    private final long patienceNanos;

    /** The replica that was promoted and is written to; null while the configured primary is written to. */
    private volatile @Nullable Replica promoted;
    /** Why a write would fail or go to the wrong database, as others take writes; null where it would not. */
    private volatile @Nullable String elsewhere;
    /**
     * The last position that the primary told while another database is written to, or null. This and the following
     * fields are guarded by this.
     */
    private @Nullable WritePosition primaryMark;

    private boolean primaryWrites = true;
    /** Whether the primary was seen to take no writes since the group left it. */
    private boolean primaryFollowed;
    /** What the log last said about which databases take writes. */
    private @Nullable String told;

    private WritersAgreement agreement = WritersAgreement.ALONE;
    /**
     * Since when a move is observed that another instance is to decide, by {@link System#nanoTime()}; null while none
     * is.
     */
    private @Nullable Long undecidedNanos;
    /** Whether the replica that is written to was named by other instances, and was not seen to take writes yet. */
    private boolean onTrust;
    /** Whether that replica answered that it takes no writes. */
    private boolean belied;
    /** Whether the last probe saw that the configured primary takes writes. */
    private boolean primarySeen;

    Writer(
            String group,
            String primaryName,
            int primary,
            boolean follows,
            List<Replica> replicas,
            boolean vouched,
            long patienceNanos) {
        this.group = group;
        this.primaryName = primaryName;
        this.primary = primary;
        this.follows = follows;
        this.replicas = List.copyOf(replicas);
        this.vouched = vouched;
        this.patienceNanos = patienceNanos;
    }

    /** The index, among all data sources, of the database that is written to. */
    int index() {
        Replica other = promoted;
        return other == null ? primary : other.dataSource();
    }

    /** The name of the database that is written to. */
    String name() {
        Replica other = promoted;
        return other == null ? primaryName : other.name();
    }

    /**
     * Whether that database is written to.
     *
     * @param replica null for the configured primary
     */
    boolean is(@Nullable Replica replica) {
        return promoted == replica;
    }

    /** Whether a database belongs to the group and is not written to. */
    boolean wasLeft(String database) {
        if (database.equals(name())) {
            return false;
        }
        return database.equals(primaryName)
                || replicas.stream().anyMatch(each -> each.name().equals(database));
    }

    /**
     * Whether the database may be the next one that is written to, if it takes writes.
     *
     * @param other null for the configured primary
     */
    synchronized boolean mayBecome(@Nullable Replica other) {
        return follows && promoted != other && (other == null ? primaryFollowed : other.followed());
    }

    /** Why a write would fail or go to the wrong database, as others take writes; null where it would not. */
    @Nullable
    String elsewhere() {
        return elsewhere;
    }

    /**
     * Notes what a probe saw of the configured primary.
     *
     * @return whether another database is written to from now on
     */
    synchronized boolean primaryTakesWrites(boolean takes, boolean answers) {
        if (takes != primaryWrites) {
            primaryWrites = takes;
            LOG.warn("The primary of group {} {} writes", group, takes ? "takes" : "does not take");
        }
        primaryFollowed |= promoted != null && (answers && !takes || vouched && takes);
        primarySeen = takes && answers;
        if (!takes) {
            primaryMark = null;
        }
        return takeBack() || move();
    }

    /**
     * Notes what a probe saw of a replica. Many replicas always take writes, as nobody set them to read only.
     *
     * @return whether another database is written to from now on
     */
    synchronized boolean takesWrites(Replica replica, boolean takes) {
        if (vouched && takes) {
            replica.vouched();
        }
        replica.takesWrites(takes);
        if (replica == promoted && onTrust) {
            onTrust = !takes;
            belied = !takes;
        }
        return takeBack() || move();
    }

    /**
     * Notes the position of a database. The replicas must reach the position of the database that is written to. The
     * position of any other database is kept until that database is written to: the group's writes there come after
     * that position, so a replica that has more than it follows that database.
     */
    synchronized void mark(@Nullable Replica told, WritePosition mark) {
        if (promoted == told) {
            spread(told, mark);
        } else if (told == null) {
            primaryMark = mark;
        } else {
            told.keep(mark);
        }
    }

    private void spread(@Nullable Replica told, WritePosition mark) {
        for (Replica each : replicas) {
            if (each == told) {
                each.isPrimary(mark);
            } else {
                each.add(mark);
            }
        }
    }

    private boolean move() {
        boolean writes = promoted == null ? primaryWrites : promotedWrites();
        boolean back = promoted != null && primaryWrites && primaryFollowed;
        List<Replica> others = new ArrayList<>(1);
        for (Replica each : replicas) {
            if (each != promoted && each.isPromoted()) {
                others.add(each);
            }
        }
        if (!writes && follows && others.size() + (back ? 1 : 0) == 1) {
            if (!decides()) {
                return false;
            }
            become(back ? null : others.get(0));
            LOG.warn("{} of group {} was promoted and is written to from now on", name(), group);
            agreement.found(group, name());
            return true;
        }
        undecidedNanos = null;
        tell(writes);
        return false;
    }

    /**
     * Whether the promoted replica takes writes. A replica named by other instances does so until a probe sees the
     * contrary.
     */
    private boolean promotedWrites() {
        Replica other = promoted;
        if (other == null) {
            return false;
        }
        return onTrust ? !belied && other.away() == null : other.takesWrites();
    }

    /** Whether a move that is observed now is decided here. */
    private boolean decides() {
        if (agreement.decides()) {
            return true;
        }
        if (undecidedNanos == null) {
            undecidedNanos = System.nanoTime();
        }
        return System.nanoTime() - undecidedNanos >= patienceNanos;
    }

    /**
     * Goes over to the database that other instances found to be written to, and tells them of moves from now on.
     *
     * @return whether another database is written to from now on
     */
    synchronized boolean agree(WritersAgreement with) {
        agreement = with;
        String agreed = with.writers().get(group);
        if (!follows || agreed == null || agreed.equals(name())) {
            return false;
        }
        Replica next = replicas.stream()
                .filter(each -> each.name().equals(agreed))
                .findFirst()
                .orElse(null);
        if (next == null && !agreed.equals(primaryName)) {
            LOG.warn(
                    "Group {} is written to on {}, as another instance found, which is not of the group",
                    group,
                    agreed);
            return false;
        }
        become(next);
        onTrust = next != null && !next.takesWrites();
        LOG.warn("Group {} is written to on {} from now on, as another instance found", group, agreed);
        return true;
    }

    /**
     * Goes back to the configured primary from a replica that was named by other instances but takes no writes, while
     * the configured primary does. What those instances found may be long ago, from before all instances were started
     * anew.
     */
    private boolean takeBack() {
        if (!onTrust || !belied || !primarySeen) {
            return false;
        }
        LOG.warn(
                "{} of group {}, which was found to be written to, takes no writes; {} does",
                name(),
                group,
                primaryName);
        become(null);
        agreement.found(group, primaryName);
        return true;
    }

    private void become(@Nullable Replica next) {
        if (promoted != null) {
            promoted.left();
        }
        WritePosition first = next == null ? primaryMark : next.kept();
        primaryFollowed = false;
        primaryMark = null;
        replicas.forEach(Replica::startAnew);
        promoted = next;
        told = null;
        elsewhere = null;
        undecidedNanos = null;
        onTrust = false;
        belied = false;
        if (first != null) {
            spread(next, first);
        }
    }

    /** Logs which databases take writes besides the one that is written to, each state once. */
    private void tell(boolean writes) {
        List<String> others = new ArrayList<>();
        if (promoted != null && primaryWrites) {
            others.add(primaryName);
        }
        for (Replica each : replicas) {
            if (each != promoted && each.takesWrites()) {
                others.add(each.name());
            }
        }
        elsewhere = writes || !follows || others.isEmpty() ? null : why(others);
        String now = others.isEmpty() ? null : writes + " " + others;
        if (Objects.equals(now, told)) {
            return;
        }
        told = now;
        if (now == null) {
            return;
        }
        if (!writes) {
            LOG.warn(
                    "Of group {}, {} takes writes, and {}, which is written to, does not: if it was promoted, name it as"
                            + " writeDataSourceName and reconfigure",
                    group,
                    String.join(" and ", others),
                    name());
        } else if (promoted != null) {
            LOG.error(
                    "Several databases of group {} take writes, {}, which is written to, and {}: let the others follow it",
                    group,
                    name(),
                    String.join(", ", others));
        }
    }

    private String why(List<String> others) {
        return others.size() > 1
                ? String.join(" and ", others) + " do"
                : others.get(0) + " does, which was never seen to take none before";
    }

    /**
     * Goes on with the database of an earlier configuration, as far as that names the same databases.
     *
     * @param kept the names of the databases that are the same
     */
    synchronized void takeOver(Writer before, Set<String> kept) {
        if (!follows || !kept.contains(primaryName)) {
            return;
        }
        synchronized (before) {
            for (Replica replica : replicas) {
                for (Replica known : before.replicas) {
                    if (known.name().equals(replica.name()) && kept.contains(known.name())) {
                        replica.takeOver(known);
                        if (before.promoted == known) {
                            promoted = replica;
                            onTrust = before.onTrust;
                            belied = before.belied;
                        }
                    }
                }
            }
            primaryWrites = before.primaryWrites;
            primaryFollowed = before.primaryFollowed && promoted != null;
            if (promoted == null && before.promoted != null) {
                LOG.warn(
                        "Group {} is written to on {} again: {}, which was promoted, is no replica of it any more",
                        group,
                        primaryName,
                        before.promoted.name());
            }
        }
    }

    /** The name of the configured primary. */
    String primaryName() {
        return primaryName;
    }
}
