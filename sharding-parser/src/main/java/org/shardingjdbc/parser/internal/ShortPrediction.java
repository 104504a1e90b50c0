package org.shardingjdbc.parser.internal;

import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.atn.ATNSimulator;
import org.antlr.v4.runtime.atn.ParserATNSimulator;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.dfa.DFA;
import org.antlr.v4.runtime.dfa.DFAState;

/**
 * Predicts as ANTLR does, and shorter where the next token alone decides and has decided before, as it mostly does: one
 * look at the automaton that ANTLR has learned, without taking notes of where the input is. One per parse.
 */
final class ShortPrediction extends ParserATNSimulator {
    private final Parser grammar;

    /** @param usual what the parser was made with */
    ShortPrediction(Parser grammar, ParserATNSimulator usual) {
        super(grammar, usual.atn, usual.decisionToDFA, usual.getSharedContextCache());
        this.grammar = grammar;
    }

    @Override
    public int adaptivePredict(TokenStream input, int decision, ParserRuleContext outer) {
        DFA dfa = decisionToDFA[decision];
        DFAState first = dfa.isPrecedenceDfa() ? dfa.getPrecedenceStartState(grammar.getPrecedence()) : dfa.s0;
        DFAState[] edges = first == null ? null : first.edges;
        int edge = edges == null ? -1 : input.LA(1) + 1;
        DFAState next = edge >= 0 && edge < edges.length ? edges[edge] : null;
        boolean decided = next != null
                && next != ATNSimulator.ERROR
                && next.isAcceptState
                && next.predicates == null
                && getPredictionMode() == PredictionMode.SLL;
        return decided ? next.prediction : super.adaptivePredict(input, decision, outer);
    }
}
