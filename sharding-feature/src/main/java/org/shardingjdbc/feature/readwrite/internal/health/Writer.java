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
 * Which database of a group is written to. One per group; read by all threads, told by probes what they saw.
 *
 * <p>It moves when the one that is written to does not answer or takes no writes, and of the others exactly one was
 * promoted: it takes writes and was seen to take none before. That holds for the configured primary as for replicas;
 * whoever was left is as one who was never seen to take none, so that a database that comes back as it was, without
 * what was written elsewhere meanwhile, is not used again.
 */
final class Writer {
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

    private final String group;
    private final String primaryName;
    private final int primary;
    private final boolean follows;
    private final List<Replica> replicas;
    /** Whether somebody besides the databases says who takes writes. */
    private final boolean vouched;
    /** How long whoever else decides may keep silent on what is seen here. */
    private final long patienceNanos;

    /** The replica that was promoted and is written to; null while the configured primary is. */
    private volatile @Nullable Replica promoted;
    /** Why a write would fail or go astray, as others take writes; null for no reason. */
    private volatile @Nullable String elsewhere;
    /** What follows is guarded by this. What the primary told last while another one is written to, or null. */
    private @Nullable WritePosition primaryMark;

    private boolean primaryWrites = true;
    /** Whether the primary was seen to take no writes since it was left. */
    private boolean primaryFollowed;
    /** What the log was told last of who takes writes. */
    private @Nullable String told;

    private WritersAgreement agreement = WritersAgreement.ALONE;
    /** Since when a move is seen that others are to decide, by {@link System#nanoTime()}; null while none is. */
    private @Nullable Long undecidedNanos;
    /** Whether the one that is written to was named by others, and not seen to take writes yet. */
    private boolean onTrust;
    /** Whether it answered that it takes none. */
    private boolean belied;
    /** Whether the configured primary was seen to take writes when it was looked at last. */
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

    /** Its index among all data sources. */
    int index() {
        Replica other = promoted;
        return other == null ? primary : other.dataSource();
    }

    /** Its name. */
    String name() {
        Replica other = promoted;
        return other == null ? primaryName : other.name();
    }

    /** Whether a replica was promoted and is written to. */
    boolean is(@Nullable Replica replica) {
        return promoted == replica;
    }

    /** Whether it is of the group and not the one that is written to. */
    boolean wasLeft(String database) {
        if (database.equals(name())) {
            return false;
        }
        return database.equals(primaryName)
                || replicas.stream().anyMatch(each -> each.name().equals(database));
    }

    /** Whether it may be the next one that is written to, if it takes writes; null for the configured primary. */
    synchronized boolean mayBecome(@Nullable Replica other) {
        return follows && promoted != other && (other == null ? primaryFollowed : other.followed());
    }

    /** Why a write would fail or go astray, where another database takes writes; null where none does. */
    @Nullable
    String elsewhere() {
        return elsewhere;
    }

    /**
     * What was seen of the configured primary.
     *
     * @return whether another one is written to from now on
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
     * What was seen of a replica. Of many it always takes writes, as nobody set them to read only.
     *
     * @return whether another one is written to from now on
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
     * What the one that is written to has, the others are to have. Of another one it is kept until that one is written
     * to: what is written to it then is behind that, so that whoever has more than that follows it.
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

    /** Who was named by others does so until it is seen that it does not. */
    private boolean promotedWrites() {
        Replica other = promoted;
        if (other == null) {
            return false;
        }
        return onTrust ? !belied && other.away() == null : other.takesWrites();
    }

    /** Whether what is seen now is decided here. */
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
     * Takes over where others found that it is written, and tells them from now on.
     *
     * @return whether another one is written to from now on
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
     * What others found may be long ago, as before all were started anew: a database that was named by them, and takes
     * no writes while the configured primary does, is not the one.
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

    /** Says who takes writes besides the one that is written to, each state once. */
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
     * Goes on where the one of an earlier configuration is, as far as it is about the same databases.
     *
     * @param kept the names of those that are the same
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
