package org.shardingjdbc.parser.internal.grammar;

import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.atn.ParserATNSimulator;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.dfa.DFA;
import org.antlr.v4.runtime.dfa.DFAState;

/**
 * Predicts as ANTLR does, and shorter where the tokens that come have decided before, as they mostly have: a walk along
 * the automaton that ANTLR has learned, without taking notes of where the input is. One per parse.
 */
public final class ShortPrediction extends ParserATNSimulator {
    private final TokenParser grammar;

    /** @param usual what the parser was made with */
    public ShortPrediction(TokenParser grammar, ParserATNSimulator usual) {
        super(grammar, usual.atn, usual.decisionToDFA, usual.getSharedContextCache());
        this.grammar = grammar;
    }

    @Override
    public int adaptivePredict(TokenStream input, int decision, ParserRuleContext outer) {
        DFA dfa = decisionToDFA[decision];
        DFAState state = dfa.isPrecedenceDfa() ? dfa.getPrecedenceStartState(grammar.getPrecedence()) : dfa.s0;
        boolean known = getPredictionMode() == PredictionMode.SLL;
        TokenSequence tokens = grammar.tokens;
        int[] types = tokens.types;
        for (int at = tokens.position; known && state != null && state.edges != null; at++) {
            DFAState[] edges = state.edges;
            int edge = types[Math.min(at, tokens.last)] + 1;
            state = edge >= 0 && edge < edges.length ? edges[edge] : null;
            if (state != null && state.isAcceptState) {
                if (state.predicates == null) {
                    return state.prediction;
                }
                known = false;
            }
        }
        return super.adaptivePredict(input, decision, outer);
    }
}
