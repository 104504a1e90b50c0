package org.shardingjdbc.parser.internal.grammar;

import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.tree.TerminalNodeImpl;

/**
 * How the grammar takes a token: as ANTLR does, without what is for those who recover from errors or listen, which
 * nobody does here. One per parse. Public, as the compiler would else write its methods once more into the grammar.
 */
public abstract class TokenParser extends Parser {
    final TokenSequence tokens;

    /** @param input {@link TokenSequence} */
    protected TokenParser(TokenStream input) {
        super(input);
        this.tokens = (TokenSequence) input;
    }

    @Override
    public Token match(int type) {
        if (tokens.types[tokens.position] != type) {
            // tells what was expected
            return super.match(type);
        }
        if (type == Token.EOF) {
            matchedEOF = true;
        }
        return consume();
    }

    @Override
    public Token consume() {
        Token token = tokens.tokens[tokens.position];
        tokens.position = Math.min(tokens.position + 1, tokens.last);
        TerminalNodeImpl leaf = new TerminalNodeImpl(token);
        leaf.parent = _ctx;
        _ctx.addAnyChild(leaf);
        return token;
    }
}
