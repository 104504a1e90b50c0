package org.shardingjdbc.dialect.internal;

import java.util.List;

/**
 * How a database cuts a text into words, names, texts, numbers and symbols. The default answers are those of standard
 * SQL, with the liberties that do nobody harm: names between backticks, texts between dollars, variables.
 */
public interface Lexis {
    /** What a comment is. */
    enum Comments {
        /** Dashes to the end of the line; a block ends where it is first closed. */
        PLAIN,
        /** Dashes to the end of the line; blocks may hold blocks. */
        NESTED,
        /**
         * Dashes before a blank, or a hash, to the end of the line; a block ends where it is first closed, and is run
         * when it begins with an exclamation mark.
         */
        EXECUTABLE
    }

    /**
     * Whether a word is more than a name.
     *
     * @param word one that is more to some dialect, in capitals
     */
    default boolean isKeyword(String word) {
        return !Words.OF_SOME.contains(word);
    }

    /** Words that stand between two operands, and are none of the keywords that all know. */
    default List<String> wordOperators() {
        return List.of("OVERLAPS");
    }

    /** What a comment is. */
    default Comments comments() {
        return Comments.NESTED;
    }

    /** Whether a comment is also run that begins with a letter before the exclamation mark. */
    default boolean runsMarkedComments() {
        return false;
    }

    /**
     * Whether every server that one may meet runs a comment.
     *
     * @param version what the comment asks for, 0 for any
     * @param marked whether there is a letter before the exclamation mark
     */
    default boolean surelyRuns(int version, boolean marked) {
        return true;
    }

    /** Whether a backslash in a text says that the next character means another. */
    default boolean backslashEscapes() {
        return false;
    }

    /** What a backslash and that character stand for, where it is none of those that mean the same to all. */
    default String escaped(char character) {
        return String.valueOf(character);
    }

    /** A text between quotes. */
    default String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    /** Whether a text may stand between double quotes; if not, a name does. */
    default boolean doubleQuotedTexts() {
        return false;
    }

    /** Whether a name may stand between backticks. */
    default boolean backtickedNames() {
        return true;
    }

    /** Whether a name may begin with digits. */
    default boolean namesBeginWithDigits() {
        return false;
    }

    /** Whether a text may stand between dollars, and a dollar with digits is a placeholder. */
    default boolean dollarQuotes() {
        return true;
    }

    /** Whether {@code U&} before a quote says that characters are written by their numbers. */
    default boolean unicodeQuotes() {
        return true;
    }

    /** Whether {@code E} before a quote says that a text has escapes. */
    default boolean escapeTexts() {
        return false;
    }

    /** Whether a name behind an at sign is a variable. */
    default boolean variables() {
        return true;
    }

    /** Whether digits behind a question mark belong to the placeholder. */
    default boolean numberedPlaceholders() {
        return true;
    }

    /** Whether what begins as {@code 0x} is an integer, and digits may be divided by underscores. */
    default boolean radixIntegers() {
        return false;
    }

    /**
     * Whether symbols in a row are an operator, whatever they are, question marks in a text without placeholders too.
     */
    default boolean freeOperators() {
        return false;
    }

    /** Whether {@code ||}, {@code &&} and {@code !} join and turn conditions, as in C. */
    default boolean symbolsForLogic() {
        return false;
    }

    /**
     * A placeholder that says its number, where one may.
     *
     * @param number from 1 on
     */
    default String numberedPlaceholder(int number) {
        return "?" + number;
    }
}
