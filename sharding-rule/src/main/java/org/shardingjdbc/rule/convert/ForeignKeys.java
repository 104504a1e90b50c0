package org.shardingjdbc.rule.convert;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * The keys of one map of the input while it is read. Each is asked for once, by ShardingSphere's name of it; what is
 * left at the end is an unknown key. One per map.
 */
@Incubating
public final class ForeignKeys {
    private final ForeignItem map;
    private final Verdicts verdicts;
    private final Set<ForeignItem> seen = new HashSet<>();

    /** The keys of a map. What becomes of each is recorded in {@code verdicts}. */
    public ForeignKeys(ForeignItem map, Verdicts verdicts) {
        this.map = map;
        this.verdicts = verdicts;
    }

    /** The value, of which the caller says what becomes of it; null when it is absent. */
    public @Nullable ForeignItem item(String name) {
        ForeignItem item = map.get(name);
        if (item != null) {
            seen.add(item);
        }
        return item;
    }

    /** The text of a key that is taken; null when it is absent or empty. */
    public @Nullable String text(String name) {
        ForeignItem item = item(name);
        if (item == null) {
            return null;
        }
        verdicts.taken(item);
        return item.is(ForeignItem.Kind.TEXT) ? item.text() : null;
    }

    /** The text of a key that is in the result in another form; null when it is absent or empty. */
    public @Nullable String text(String name, String what) {
        ForeignItem item = item(name);
        if (item == null) {
            return null;
        }
        verdicts.changed(item, what);
        return item.is(ForeignItem.Kind.TEXT) ? item.text() : null;
    }

    /** Takes a key with all below it. */
    public void copy(String name, ConvertedMap to) {
        ForeignItem item = item(name);
        if (item != null) {
            verdicts.taken(item);
            to.put(name, item);
        }
    }

    /** Takes a list, which may also be texts between commas. */
    public void copyList(String name, ConvertedMap to) {
        ForeignItem item = item(name);
        if (item != null) {
            verdicts.taken(item);
            to.put(name, item.is(ForeignItem.Kind.LIST) ? item : item.texts());
        }
    }

    /** Takes a key with all below it under another name. */
    public void copyAs(String name, String as, ConvertedMap to) {
        ForeignItem item = item(name);
        if (item != null) {
            verdicts.changed(item, "is written as " + as);
            to.put(as, item);
        }
    }

    /** Leaves a key out without loss. */
    public void drop(String name, String what) {
        ForeignItem item = item(name);
        if (item != null) {
            verdicts.dropped(item, what);
        }
    }

    /** Leaves a key out with a loss. */
    public void notYet(String name, String what, String remedy) {
        ForeignItem item = item(name);
        if (item != null) {
            verdicts.notYet(item, what, remedy);
        }
    }

    /** Reports the keys that were not read. */
    public void end() {
        for (Map.Entry<String, ForeignItem> entry : map.entries().entrySet()) {
            if (!seen.contains(entry.getValue()) && !verdicts.has(entry.getValue())) {
                verdicts.notYet(
                        entry.getValue(),
                        "'" + entry.getKey() + "' is no key that is known here",
                        "look whether it is misspelt, or leave it out");
            }
        }
    }
}
