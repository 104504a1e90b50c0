package org.shardingjdbc.engine.internal.session.transaction;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.datasource.TransactionChoices;

/**
 * The choices of databases that are remembered in one transaction. One per transaction; used under the session's lock.
 */
public final class RememberedChoices implements TransactionChoices {
    private static final int NONE = -1;

    private final boolean readOnly;
    private final boolean elsewhere;
    private boolean home;
    private @Nullable Object chooser;
    private int[] chosen = {};
    /** Pairs: a group, then the name of the database where it was written. */
    private final List<String> homes = new ArrayList<>(0);

    RememberedChoices(boolean readOnly, boolean elsewhere) {
        this.readOnly = readOnly;
        this.elsewhere = elsewhere;
    }

    @Override
    public boolean readOnly() {
        return readOnly;
    }

    @Override
    public boolean mayReadElsewhere() {
        return elsewhere;
    }

    @Override
    public boolean isHome() {
        return home;
    }

    @Override
    public void goHome() {
        home = true;
    }

    @Override
    public @Nullable String home(String group) {
        for (int i = 0; i < homes.size(); i += 2) {
            if (homes.get(i).equals(group)) {
                return homes.get(i + 1);
            }
        }
        return null;
    }

    @Override
    public void keepHome(String group, String database) {
        homes.add(group);
        homes.add(database);
    }

    @Override
    public int chosen(Object by, int dataSource) {
        return by == chooser && dataSource < chosen.length ? chosen[dataSource] : NONE;
    }

    @Override
    public void choose(Object by, int dataSource, int database) {
        if (by != chooser) {
            chooser = by;
            chosen = new int[] {};
        }
        if (dataSource >= chosen.length) {
            int before = chosen.length;
            chosen = Arrays.copyOf(chosen, dataSource + 1);
            Arrays.fill(chosen, before, chosen.length, NONE);
        }
        chosen[dataSource] = database;
    }

    /** A copy; changes of the copy do not change these choices. */
    public RememberedChoices copy() {
        RememberedChoices copy = new RememberedChoices(readOnly, elsewhere);
        copy.home = home;
        copy.chooser = chooser;
        copy.chosen = chosen.clone();
        copy.homes.addAll(homes);
        return copy;
    }
}
