package org.shardingjdbc.governance.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.governance.internal.StoredConfiguration.Phase;
import org.shardingjdbc.governance.internal.StoredConfiguration.SharedHandover;

/**
 * The protocol of {@link Handovers} in each order of its steps: one instance changes the configuration, and may die at
 * any moment; two others run statements, stand still and come back. What is stored is the value of the code, and goes
 * on by its steps. No statement begins while something is done in between, and none by the old configuration that
 * overlaps that, or one by the next, is told as done once the next one counts.
 */
class HandoverModelTest {
    private static final String OLD = "old";
    private static final String NEXT = "next";
    private static final String CHANGER = "changer";
    private static final int OTHERS = 2;

    /** What the protocol must not do; each is found. */
    private enum Flaw {
        NONE,
        /** Who was not heard, and finds that newcomers wait, runs statements. */
        LATECOMERS_RUN,
        /** The others withdraw while something is done in between. */
        WITHDRAWN_IN_BETWEEN,
        /** Whoever changes does not look who is quiet. */
        NOT_ALL_QUIET,
        /** Whoever changes goes on whatever others wrote. */
        BLIND_WRITE,
        /** An instance that is found missing runs statements for as long as it likes. */
        NO_LEASE,
        /** Who comes too late does not revoke what it had begun. */
        NOT_REVOKED
    }

    /** What the one who changes has done last. */
    private enum Step {
        PREPARES,
        CLOSES,
        KNOWS_ALL_QUIET,
        IS_IN_BETWEEN,
        IS_DONE,
        FAILED,
        DEAD
    }

    /**
     * One of the others.
     *
     * @param found whether the registry has it among those that live
     * @param heard whether its fence lets statements run
     * @param holds whether newcomers wait
     * @param statement by which configuration one runs; null for none
     * @param late whether that overlaps what it must not
     * @param begins how many more begin
     * @param stalls how often it still stands still
     */
    private record Other(
            boolean found,
            boolean heard,
            boolean joined,
            boolean holds,
            boolean quiet,
            String runsOn,
            @Nullable String statement,
            boolean late,
            boolean revoked,
            int begins,
            int stalls) {
        Other found(boolean now) {
            return new Other(now, heard, joined, holds, quiet, runsOn, statement, late, revoked, begins, stalls);
        }

        Other heard(boolean now) {
            return new Other(found, now, joined, holds, quiet, runsOn, statement, late, revoked, begins, stalls);
        }

        Other stalled() {
            return new Other(found, false, joined, holds, quiet, runsOn, statement, late, revoked, begins, stalls - 1);
        }

        Other part(boolean joins, boolean holding, boolean isQuiet) {
            return new Other(found, heard, joins, holding, isQuiet, runsOn, statement, late, revoked, begins, stalls);
        }

        Other on(String configuration, boolean revokes) {
            boolean gone = revoked || revokes && statement != null;
            return new Other(found, heard, joined, holds, quiet, configuration, statement, late, gone, begins, stalls);
        }

        Other begun() {
            return new Other(found, heard, joined, holds, quiet, runsOn, runsOn, false, false, begins - 1, stalls);
        }

        Other ended() {
            return new Other(found, heard, joined, holds, quiet, runsOn, null, false, false, begins, stalls);
        }

        Other overlapping() {
            return new Other(found, heard, joined, holds, quiet, runsOn, statement, true, revoked, begins, stalls);
        }
    }

    private record State(
            StoredConfiguration stored,
            StoredConfiguration written,
            Step step,
            boolean changerFound,
            List<Other> others,
            @Nullable String wrong) {
        State stored(StoredConfiguration now) {
            return new State(now, written, step, changerFound, others, wrong);
        }

        State changer(StoredConfiguration now, Step next) {
            return new State(stored, now, next, changerFound, others, wrong);
        }

        State changerLost() {
            return new State(stored, written, step, false, others, wrong);
        }

        State other(int index, Other now) {
            List<Other> next = new ArrayList<>(others);
            next.set(index, now);
            return new State(stored, written, step, changerFound, List.copyOf(next), wrong);
        }

        State wrong(String what) {
            return new State(stored, written, step, changerFound, others, what);
        }

        /** What overlaps is marked as soon as it does. */
        State marked() {
            boolean next =
                    step == Step.IS_IN_BETWEEN || others.stream().anyMatch(each -> NEXT.equals(each.statement()));
            State now = this;
            for (int i = 0; next && i < others.size(); i++) {
                if (OLD.equals(others.get(i).statement())) {
                    now = now.other(i, others.get(i).overlapping());
                }
            }
            return now;
        }
    }

    private final Set<State> seen = new HashSet<>();
    private final Deque<State> open = new ArrayDeque<>();
    private int decided;

    private @Nullable String explore(Flaw flaw) {
        StoredConfiguration first = new StoredConfiguration(1, OLD, null);
        StoredConfiguration preparing = first.preparing(CHANGER, 1, 1, NEXT);
        Other other = new Other(true, true, false, false, false, OLD, null, false, false, 1, 1);
        open.add(new State(preparing, preparing, Step.PREPARES, true, List.of(other, other), null));
        while (!open.isEmpty()) {
            State state = open.removeLast();
            if (state.wrong() != null) {
                return state.wrong();
            }
            if (!seen.add(state)) {
                continue;
            }
            decided += state.stored().underWay() == null ? 1 : 0;
            for (int i = 0; i < OTHERS; i++) {
                other(state, i, flaw);
            }
            changer(state, flaw);
        }
        return null;
    }

    private void add(State next) {
        open.addLast(next.marked());
    }

    private static boolean isIn(State state, Phase... phases) {
        SharedHandover last = state.stored().underWay();
        return last != null && List.of(phases).contains(last.phase());
    }

    private void other(State state, int i, Flaw flaw) {
        Other one = state.others().get(i);
        statements(state, i, one);
        if (one.heard() && one.stalls() > 0) {
            add(state.other(i, one.stalled()));
        }
        if (one.found() && (!one.heard() || flaw == Flaw.NO_LEASE)) {
            add(state.other(i, one.found(false)));
        }
        add(look(state, i, one, flaw));
        if (one.joined() && !one.holds() && isIn(state, Phase.CLOSING, Phase.IN_BETWEEN)) {
            add(state.other(i, one.part(true, true, false)));
        }
        if (one.holds() && one.statement() == null && !one.quiet()) {
            add(state.other(i, one.part(true, true, true)));
        }
        if (one.joined() && state.stored().underWay() == null) {
            // whoever said that it is quiet goes over to what is decided; others look what counts
            boolean goesOver = one.quiet();
            Other next = one.part(false, false, false);
            add(state.other(
                    i, goesOver ? next.on(state.stored().text(), !one.heard() && flaw != Flaw.NOT_REVOKED) : next));
        }
        boolean mayWithdraw = isIn(state, Phase.PREPARING, Phase.CLOSING)
                || flaw == Flaw.WITHDRAWN_IN_BETWEEN && isIn(state, Phase.IN_BETWEEN);
        if (one.joined() && mayWithdraw) {
            add(state.stored(state.stored().in(Phase.WITHDRAWN)));
        }
        if (isIn(state, Phase.IN_BETWEEN) && !state.changerFound()) {
            add(state.stored(state.stored().in(Phase.OPENED)));
            add(state.stored(state.stored().in(Phase.WITHDRAWN)));
        }
    }

    private void statements(State state, int i, Other one) {
        if (one.statement() == null && one.heard() && !one.holds() && one.begins() > 0) {
            State begun = state.other(i, one.begun());
            add(state.step() == Step.IS_IN_BETWEEN ? begun.wrong("begins in between") : begun);
        }
        if (one.statement() != null) {
            boolean isTold = one.heard() && !one.revoked();
            boolean counts = state.stored().text().equals(NEXT);
            State ended = state.other(i, one.ended());
            add(isTold && one.late() && counts ? ended.wrong("late, and told as done") : ended);
        }
    }

    private static State look(State state, int i, Other one, Flaw flaw) {
        Other next = one.found(true);
        if (state.stored().underWay() != null) {
            boolean runs = one.heard() || isIn(state, Phase.PREPARING) || flaw == Flaw.LATECOMERS_RUN;
            return state.other(i, next.heard(runs).part(true, one.holds(), one.quiet()));
        }
        if (one.joined()) {
            return state.other(i, next);
        }
        boolean revokes = !one.heard() && flaw != Flaw.NOT_REVOKED;
        boolean turns = !one.runsOn().equals(state.stored().text());
        return state.other(i, turns ? next.on(state.stored().text(), revokes).heard(true) : next.heard(true));
    }

    private void changer(State state, Flaw flaw) {
        boolean alive = state.step() != Step.DEAD;
        if (alive) {
            add(state.changer(state.written(), Step.DEAD));
        } else if (state.changerFound()) {
            add(state.changerLost());
        }
        switch (state.step()) {
            case PREPARES -> {
                if (state.others().stream().allMatch(each -> !each.found() || each.joined())) {
                    write(state, Phase.CLOSING, Step.CLOSES, flaw);
                }
            }
            case CLOSES -> {
                boolean quiet = state.others().stream().allMatch(each -> !each.found() || each.quiet());
                if (quiet || flaw == Flaw.NOT_ALL_QUIET) {
                    add(state.changer(state.written(), Step.KNOWS_ALL_QUIET));
                }
            }
            case KNOWS_ALL_QUIET -> write(state, Phase.IN_BETWEEN, Step.IS_IN_BETWEEN, flaw);
            case IS_IN_BETWEEN -> {
                write(state, Phase.OPENED, Step.IS_DONE, flaw);
                write(state, Phase.WITHDRAWN, Step.FAILED, flaw);
            }
            case IS_DONE, FAILED, DEAD -> {}
        }
    }

    /** If nobody else wrote. */
    private void write(State state, Phase phase, Step then, Flaw flaw) {
        boolean mayWrite = state.stored().equals(state.written()) || flaw == Flaw.BLIND_WRITE;
        if (mayWrite) {
            StoredConfiguration next = state.written().in(phase);
            add(state.stored(next).changer(next, then));
        } else {
            add(state.changer(state.written(), Step.FAILED));
        }
    }

    @Test
    void noTwoStatementsOverlap() {
        assertThat(explore(Flaw.NONE)).isNull();
        assertThat(decided).isPositive();
        System.out.println(seen.size() + " states");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void eachFlawIsFound(Flaw flaw) {
        assertThat(explore(flaw)).isNotNull();
    }
}
