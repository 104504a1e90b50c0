package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.Token;
import org.shardingjdbc.distsql.internal.grammar.DistSqlLexer;
import org.shardingjdbc.distsql.internal.words.FirstWords;

/**
 * Statements that somebody mistyped: words left out, written twice, swapped, replaced or put in, and characters
 * likewise.
 *
 * @param pool what is put in
 */
record Mutations(Random random, List<String> pool) {
    /** How many words are put in at each place, and how many in place of the one that is there. */
    private static final int OTHERS = 6;

    /** @param ours whether the words that it begins with are still those of this language */
    record Mutation(String text, boolean ours) {}

    static List<String> words(String statement) {
        DistSqlLexer lexer = new DistSqlLexer(CharStreams.fromString(statement));
        lexer.removeErrorListeners();
        List<String> words = new ArrayList<>();
        for (Token each = lexer.nextToken(); each.getType() != Token.EOF; each = lexer.nextToken()) {
            words.add(each.getText());
        }
        return words;
    }

    /**
     * Each word of a statement left out, written twice, swapped with the next one, and with others before it and in its
     * place.
     */
    List<Mutation> ofWords(String statement) {
        List<String> words = words(statement);
        int first = firstWords(words);
        List<Mutation> all = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            boolean ours = i >= first;
            List<String> without = new ArrayList<>(words);
            String word = without.remove(i);
            all.add(mutation(without, ours));
            List<String> twice = new ArrayList<>(words);
            twice.add(i, word);
            all.add(mutation(twice, ours));
            if (i + 1 < words.size()) {
                without.add(i + 1, word);
                all.add(mutation(without, ours));
            }
            for (int k = 0; k < OTHERS; k++) {
                List<String> more = new ArrayList<>(words);
                more.add(i, other());
                all.add(mutation(more, ours));
                more.remove(i + 1);
                all.add(mutation(more, ours));
            }
        }
        return all;
    }

    private String other() {
        return pool.get(random.nextInt(pool.size()));
    }

    private static Mutation mutation(List<String> words, boolean ours) {
        return new Mutation(String.join(" ", words), ours);
    }

    /** How many words tell that a statement is of this language. */
    private static int firstWords(List<String> words) {
        for (int count = 1; count < words.size(); count++) {
            if (FirstWords.areOurs(String.join(" ", words.subList(0, count)))) {
                return count;
            }
        }
        return words.size();
    }

    /** Up to three times, a character is put in, or some are left out, or written again. */
    String ofCharacters(String statement) {
        StringBuilder mutated = new StringBuilder(statement);
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(mutated.length() + 1);
            switch (random.nextInt(3)) {
                case 0 -> mutated.insert(at, "'\"`(),=;.*- x7\n\u00e9\ud83d".charAt(random.nextInt(17)));
                case 1 -> mutated.delete(at, Math.min(mutated.length(), at + 1 + random.nextInt(8)));
                default -> mutated.insert(at, statement, 0, random.nextInt(Math.min(12, statement.length())));
            }
        }
        return mutated.toString();
    }
}
