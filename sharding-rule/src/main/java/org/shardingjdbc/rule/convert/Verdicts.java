package org.shardingjdbc.rule.convert;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/** The verdicts on the items of the input so far. One per conversion; used by one thread. */
@Incubating
public final class Verdicts {
    private record Verdict(ConversionVerdict verdict, String what, String remedy) {}

    private final Map<ForeignItem, Verdict> said = new IdentityHashMap<>();

    /** Nothing to say: it is in the result as it was, with all below it. */
    public void taken(ForeignItem item) {
        say(item, ConversionVerdict.TAKEN, "", "");
    }

    /** It is in the result as it was, and there is a remark on it. */
    public void taken(ForeignItem item, String what) {
        say(item, ConversionVerdict.TAKEN, what, "");
    }

    /** It is in the result in another form. */
    public void changed(ForeignItem item, String what) {
        say(item, ConversionVerdict.CHANGED, what, "");
    }

    /** The same, and something is left to do. */
    public void changed(ForeignItem item, String what, String remedy) {
        say(item, ConversionVerdict.CHANGED, what, remedy);
    }

    /** It is left out, without loss. */
    public void dropped(ForeignItem item, String what) {
        say(item, ConversionVerdict.DROPPED, what, "");
    }

    /** It is left out, and missing: what to do about it. */
    public void notYet(ForeignItem item, String what, String remedy) {
        say(item, ConversionVerdict.NOT_YET, what, remedy);
    }

    private void say(ForeignItem item, ConversionVerdict verdict, String what, String remedy) {
        said.put(item, new Verdict(verdict, what, remedy));
    }

    /** Whether there is a verdict on it. */
    public boolean has(ForeignItem item) {
        return said.containsKey(item);
    }

    /** The verdict on everything; a key without a verdict is unknown. */
    public List<ConvertedKey> of(ForeignItem root) {
        List<ConvertedKey> keys = new ArrayList<>();
        below(root, null, keys);
        keys.sort(Comparator.comparingInt(ConvertedKey::line).thenComparingInt(ConvertedKey::column));
        return keys;
    }

    /** @param above the verdict on the nearest item above that has one; null for none */
    private void below(ForeignItem item, @Nullable Verdict above, List<ConvertedKey> keys) {
        item.entries().values().forEach(entry -> tell(entry, above, keys));
        item.elements().forEach(element -> tell(element, above, keys));
    }

    private void tell(ForeignItem item, @Nullable Verdict above, List<ConvertedKey> keys) {
        Verdict own = said.get(item);
        Verdict holds = own == null ? above : own;
        if (own != null || item.isLeaf() || above != null) {
            Verdict told = own != null
                    ? own
                    : above != null
                            ? new Verdict(above.verdict(), "", "")
                            : new Verdict(
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
