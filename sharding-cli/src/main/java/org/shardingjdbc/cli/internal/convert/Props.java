package org.shardingjdbc.cli.internal.convert;

import java.util.Map;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.internal.foreign.IgnoredKeys;
import org.shardingjdbc.rule.convert.ConversionDraft;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.shardingjdbc.rule.convert.Verdicts;

/** Converts {@code props}. What other parts of the result depend on is read before them. */
final class Props {
    private static final String RANGES = "allow-range-query-with-inline-sharding";
    private static final String CIPHERS = "query-with-cipher-column";

    private static final Map<String, String> RENAMED = Map.of("executor-size", "kernel-executor-size");

    private final ConversionDraft draft;
    private final Verdicts verdicts;

    Props(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
    }

    /** Before everything else. */
    void readAhead(ForeignItem props) {
        props.leaves().forEach((key, value) -> {
            String dashed = key.replace('.', '-');
            if (dashed.equals(RANGES)) {
                draft.rangesOfInline(value.text());
            } else if (dashed.equals(CIPHERS)) {
                draft.readsCiphers(!"false".equalsIgnoreCase(value.text()));
            }
        });
    }

    void convert(ForeignItem props) {
        props.leaves().forEach(this::prop);
    }

    private void prop(String key, ForeignItem value) {
        String dashed = key.replace('.', '-');
        String name = RENAMED.getOrDefault(dashed, dashed);
        PropKey known = PropKey.of(name);
        String ignored = IgnoredKeys.prop(dashed);
        if (known != null && known.isNeedless()) {
            verdicts.dropped(value, "changes nothing here");
        } else if (known != null) {
            if (name.equals(key)) {
                verdicts.taken(value);
            } else {
                verdicts.changed(value, "is written as " + name);
            }
            draft.document().map("props").put(name, value);
        } else if (dashed.equals(RANGES)) {
            verdicts.changed(value, "is said by each INLINE algorithm");
        } else if (dashed.equals(CIPHERS)) {
            verdicts.changed(value, "is said by the state of each plain form");
        } else if (dashed.equals("xa-transaction-manager-type")) {
            verdicts.notYet(
                    value,
                    "was heeded where code asked for XA; here the key transaction does",
                    "write transaction: {defaultType: XA, providerType: " + provider(value.text())
                            + "} where XA is wanted");
        } else if (ignored != null) {
            verdicts.dropped(value, ignored);
        } else {
            verdicts.notYet(
                    value, "prop '" + key + "' is not known here", "look whether it is misspelt, or leave it out");
        }
    }

    /** Whoever coordinated XA before: Bitronix is one that nobody keeps. */
    static String provider(String provider) {
        return provider.equalsIgnoreCase("Bitronix") ? "Atomikos" : provider;
    }
}
