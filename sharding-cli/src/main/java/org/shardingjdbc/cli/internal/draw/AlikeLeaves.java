package org.shardingjdbc.cli.internal.draw;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/**
 * Leaves of a plan that differ in the names of actual tables only, as one. Texts differ alike when they have the same
 * words but such as end in another number: {@code t_order_0} and {@code t_order_3} become {@code t_order_0..3}. Not
 * thread-safe; one per group of leaves.
 */
final class AlikeLeaves {
    private final List<PlanLine> leaves = new ArrayList<>();
    private final List<List<Piece>> texts = new ArrayList<>();

    /** A word of a text with what stands between it and the next. */
    private record Piece(String word, String behind) {}

    /** Takes a leaf that is like those before; the first always is. */
    boolean take(PlanLine leaf) {
        List<Piece> pieces = pieces(Objects.requireNonNull(leaf.actualSql()));
        if (!leaves.isEmpty()) {
            PlanLine first = leaves.get(0);
            if (!first.text().equals(leaf.text())
                    || !first.parameters().equals(leaf.parameters())
                    || !leaf.measured().isEmpty()
                    || !alike(texts.get(0), pieces)) {
                return false;
            }
        }
        leaves.add(leaf);
        texts.add(pieces);
        return true;
    }

    private static List<Piece> pieces(String sql) {
        List<Piece> pieces = new ArrayList<>();
        try {
            SqlLexer lexer = new SqlLexer(sql, Dialects.SQL92, null, null);
            int start = 0;
            int stop = 0;
            while (lexer.next()) {
                pieces.add(new Piece(sql.substring(start, stop), sql.substring(stop, lexer.start())));
                start = lexer.start();
                stop = lexer.stop();
            }
            pieces.add(new Piece(sql.substring(start, stop), sql.substring(stop)));
        } catch (ShardingException e) {
            return List.of(new Piece(sql, ""));
        }
        return pieces;
    }

    private static boolean alike(List<Piece> one, List<Piece> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (int i = 0; i < one.size(); i++) {
            String a = one.get(i).word();
            String b = other.get(i).word();
            boolean same = a.equals(b) || digitsAt(a) > 0 && stem(a).equals(stem(b)) && !Character.isDigit(a.charAt(0));
            if (!same || !one.get(i).behind().equals(other.get(i).behind())) {
                return false;
            }
        }
        return true;
    }

    /** Where the number at the end of a name begins; the name's length where it has none. */
    private static int digitsAt(String word) {
        int end = closed(word);
        int at = end;
        while (at > 0 && Character.isDigit(word.charAt(at - 1))) {
            at--;
        }
        return at == end ? 0 : at;
    }

    private static int closed(String word) {
        return !word.isEmpty() && "\"`".indexOf(word.charAt(word.length() - 1)) >= 0
                ? word.length() - 1
                : word.length();
    }

    private static String stem(String word) {
        return word.substring(0, digitsAt(word)) + word.substring(closed(word));
    }

    int size() {
        return leaves.size();
    }

    PlanLine first() {
        return leaves.get(0);
    }

    /** How the last of them is led to. */
    String lastBranch() {
        return leaves.get(leaves.size() - 1).branch();
    }

    /** The text for all of them. */
    @Nullable
    String sql() {
        if (leaves.size() == 1) {
            return first().actualSql();
        }
        StringBuilder sql = new StringBuilder();
        for (int i = 0; i < texts.get(0).size(); i++) {
            Piece piece = texts.get(0).get(i);
            sql.append(word(i)).append(piece.behind());
        }
        return sql.toString();
    }

    private String word(int at) {
        String word = texts.get(0).get(at).word();
        List<String> numbers = texts.stream()
                .map(pieces -> pieces.get(at).word())
                .map(each -> each.substring(Math.max(0, digitsAt(each)), closed(each)))
                .toList();
        if (numbers.stream().distinct().count() == 1) {
            return word;
        }
        String last = numbers.get(numbers.size() - 1);
        String shown = follow(numbers) ? numbers.get(0) + ".." + last : "{" + String.join(",", numbers) + "}";
        return word.substring(0, digitsAt(word)) + shown + word.substring(closed(word));
    }

    private static boolean follow(List<String> numbers) {
        for (int i = 1; i < numbers.size(); i++) {
            if (numbers.get(i).length() > 9
                    || Integer.parseInt(numbers.get(i)) != Integer.parseInt(numbers.get(i - 1)) + 1) {
                return false;
            }
        }
        return true;
    }
}
