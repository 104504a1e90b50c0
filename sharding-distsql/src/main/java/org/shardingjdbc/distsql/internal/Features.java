package org.shardingjdbc.distsql.internal;

import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * Whether the class path has the rules of sharding-feature, without which their statements cannot be read. Stateless.
 */
final class Features {
    private static final boolean THERE = isThere();
    private static final List<String> KINDS = List.of("READWRITE_SPLITTING", "ENCRYPT", "MASK", "SHADOW");

    private Features() {}

    private static boolean isThere() {
        try {
            Class.forName(
                    "org.shardingjdbc.feature.mask.MaskRuleConfiguration", false, Features.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    static boolean areThere() {
        return THERE;
    }

    /** @throws ShardingException when it has not */
    static void require(ParserRuleContext statement) {
        if (!THERE) {
            StringBuilder words = new StringBuilder();
            for (int i = 0; i < statement.getChildCount(); i++) {
                String word = statement.getChild(i).getText();
                words.append(words.isEmpty() ? "" : " ").append(word);
                if (KINDS.stream().anyMatch(word::equalsIgnoreCase)) {
                    break;
                }
            }
            throw new ShardingException(
                    ErrorCode.DISTSQL_UNSUPPORTED,
                    words,
                    "this rule is in org.shardingjdbc:sharding-feature, which the class path lacks; add it");
        }
    }
}
