package org.shardingjdbc.parser.internal.grammar;

import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;

/** The tokens of a statement as the grammar takes them, one after the other. Not thread-safe; one per parse. */
public abstract class TokenSequence implements TokenStream {
    /** Theirs, by their indexes: the parser asks for hardly anything else. */
    protected final int[] types;
    /** Of the current token. */
    protected int position;

    /** The index of the last token, whose type is EOF. */
    protected final int last;

    /**
     * @param types of the tokens; there may be room for more
     * @param count how many there are
     */
    protected TokenSequence(int[] types, int count) {
        this.types = types;
        this.last = count - 1;
    }

    /** The current token; the next one is that from now on, unless there is none. */
    protected abstract Token take();
}
