package org.shardingjdbc.parser.internal.grammar;

import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;

/** The tokens of a statement as the grammar takes them, one after the other. Not thread-safe; one per parse. */
public abstract class TokenSequence implements TokenStream {
    /** The last one is EOF. */
    protected final Token[] tokens;
    /** Their types, by their indexes: the parser asks for hardly anything else. */
    protected final int[] types;
    /** Of the current token. */
    protected int position;

    /** The index of the last token. */
    protected final int last;

    /** @param types of the tokens; there may be room for more */
    protected TokenSequence(Token[] tokens, int[] types) {
        this.tokens = tokens;
        this.types = types;
        this.last = tokens.length - 1;
    }
}
