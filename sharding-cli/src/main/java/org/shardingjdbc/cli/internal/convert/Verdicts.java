package org.shardingjdbc.cli.internal.convert;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What was said of the items of the input so far. One per conversion; used by one thread. */
final class Verdicts {
    private record Said(ConversionVerdict verdict, String what, String remedy) {}

    private final Map<Item, Said> said = new IdentityHashMap<>();

    /** Nothing to say: it is in the result as it was, with all below it. */
    void taken(Item item) {
        say(item, ConversionVerdict.TAKEN, "", "");
    }

    void taken(Item item, String what) {
        say(item, ConversionVerdict.TAKEN, what, "");
    }

    void changed(Item item, String what) {
        say(item, ConversionVerdict.CHANGED, what, "");
    }

    void changed(Item item, String what, String remedy) {
        say(item, ConversionVerdict.CHANGED, what, remedy);
    }

    void dropped(Item item, String what) {
        say(item, ConversionVerdict.DROPPED, what, "");
    }

    void notYet(Item item, String what, String remedy) {
        say(item, ConversionVerdict.NOT_YET, what, remedy);
    }

    private void say(Item item, ConversionVerdict verdict, String what, String remedy) {
        said.put(item, new Said(verdict, what, remedy));
    }

    boolean has(Item item) {
        return said.containsKey(item);
    }

    /** The verdict on everything; a key of which nobody said anything is one that nobody knows. */
    List<ConvertedKey> of(Item root) {
        List<ConvertedKey> keys = new ArrayList<>();
        below(root, null, keys);
        keys.sort(Comparator.comparingInt(ConvertedKey::line).thenComparingInt(ConvertedKey::column));
        return keys;
    }

    /** @param above what was said of the nearest item above that anything was said of; null for none */
    private void below(Item item, Said above, List<ConvertedKey> keys) {
        item.entries().values().forEach(entry -> tell(entry, above, keys));
        item.elements().forEach(element -> tell(element, above, keys));
    }

    private void tell(Item item, Said above, List<ConvertedKey> keys) {
        Said own = said.get(item);
        Said holds = own == null ? above : own;
        if (own != null || item.isLeaf() || above != null) {
            Said told = own != null
                    ? own
                    : above != null
                            ? new Said(above.verdict(), "", "")
                            : new Said(
                                    ConversionVerdict.NOT_YET,
                                    "is no key that is known here",
                                    "look whether it is misspelt, or leave it out");
            keys.add(new ConvertedKey(
                    item.line(), item.column(), item.path(), told.verdict(), told.what(), told.remedy()));
        } else {
            keys.add(new ConvertedKey(item.line(), item.column(), item.path(), ConversionVerdict.TAKEN, "", ""));
        }
        below(item, holds, keys);
    }
}
