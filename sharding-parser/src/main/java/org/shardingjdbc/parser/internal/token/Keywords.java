package org.shardingjdbc.parser.internal.token;

import org.antlr.v4.runtime.Vocabulary;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;

/**
 * The keywords of one dialect, found without making a string. They are the token names of {@link SqlGrammar}, less
 * those that are no words of the dialect. Immutable, shared by all threads.
 */
public final class Keywords {
    private final String[] words;
    private final int[] types;
    private final int mask;

    public Keywords(Dialect dialect) {
        int capacity = 2048;
        words = new String[capacity];
        types = new int[capacity];
        mask = capacity - 1;
        Vocabulary vocabulary = SqlGrammar.VOCABULARY;
        for (int type = 1; type <= vocabulary.getMaxTokenType(); type++) {
            String name = vocabulary.getSymbolicName(type);
            if (!name.startsWith("T_") && dialect.lexis().isKeyword(name)) {
                add(name.endsWith("_") ? name.substring(0, name.length() - 1) : name, type);
            }
        }
        dialect.lexis().wordOperators().forEach(word -> add(word, SqlGrammar.T_OPERATOR));
    }

    private void add(String word, int type) {
        int slot = hash(word, 0, word.length()) & mask;
        while (words[slot] != null) {
            slot = slot + 1 & mask;
        }
        words[slot] = word;
        types[slot] = type;
    }

    /** The type of the keyword that stands there, in any case, or {@code T_IDENTIFIER}. */
    int typeOf(String text, int start, int stop) {
        int slot = hash(text, start, stop) & mask;
        while (words[slot] != null) {
            String word = words[slot];
            if (word.length() == stop - start && text.regionMatches(true, start, word, 0, stop - start)) {
                return types[slot];
            }
            slot = slot + 1 & mask;
        }
        return SqlGrammar.T_IDENTIFIER;
    }

    private static int hash(String text, int start, int stop) {
        int hash = stop - start;
        for (int at = start; at < stop; at++) {
            hash = hash * 31 + (text.charAt(at) & ~0x20);
        }
        return hash ^ hash >>> 15;
    }
}
