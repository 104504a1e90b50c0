package org.shardingjdbc.cli.internal.convert;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The keys of one map of the input while it is read. Each is asked for once, by ShardingSphere's name of it; what is
 * left at the end is a key that nobody knows. One per map.
 */
final class Keys {
    private final Item map;
    private final Verdicts verdicts;
    private final Set<Item> seen = new HashSet<>();

    Keys(Item map, Verdicts verdicts) {
        this.map = map;
        this.verdicts = verdicts;
    }

    /** The value, of which the caller says what becomes of it; null when it is absent. */
    Item item(String name) {
        Item item = map.get(name);
        if (item != null) {
            seen.add(item);
        }
        return item;
    }

    /** The text of a key that is taken; null when it is absent or empty. */
    String text(String name) {
        Item item = item(name);
        if (item == null) {
            return null;
        }
        verdicts.taken(item);
        return item.is(Item.Kind.TEXT) ? item.text() : null;
    }

    /** The text of a key that is in the result in another form; null when it is absent or empty. */
    String text(String name, String what) {
        Item item = item(name);
        if (item == null) {
            return null;
        }
        verdicts.changed(item, what);
        return item.is(Item.Kind.TEXT) ? item.text() : null;
    }

    /** Takes a key with all below it. */
    void copy(String name, Result to) {
        Item item = item(name);
        if (item != null) {
            verdicts.taken(item);
            to.put(name, item);
        }
    }

    /** Takes a list, which may also be texts between commas. */
    void copyList(String name, Result to) {
        Item item = item(name);
        if (item != null) {
            verdicts.taken(item);
            to.put(name, item.is(Item.Kind.LIST) ? item : item.texts());
        }
    }

    /** Takes a key with all below it under another name. */
    void copyAs(String name, String as, Result to) {
        Item item = item(name);
        if (item != null) {
            verdicts.changed(item, "is written as " + as);
            to.put(as, item);
        }
    }

    /** Leaves a key out without loss. */
    void drop(String name, String what) {
        Item item = item(name);
        if (item != null) {
            verdicts.dropped(item, what);
        }
    }

    /** Leaves a key out with a loss. */
    void notYet(String name, String what, String remedy) {
        Item item = item(name);
        if (item != null) {
            verdicts.notYet(item, what, remedy);
        }
    }

    /** Tells those that nobody asked for. */
    void end() {
        for (Map.Entry<String, Item> entry : map.entries().entrySet()) {
            if (!seen.contains(entry.getValue()) && !verdicts.has(entry.getValue())) {
                verdicts.notYet(
                        entry.getValue(),
                        "'" + entry.getKey() + "' is no key that is known here",
                        "look whether it is misspelt, or leave it out");
            }
        }
    }
}
