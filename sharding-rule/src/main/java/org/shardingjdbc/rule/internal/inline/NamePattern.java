package org.shardingjdbc.rule.internal.inline;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * Names that are made of pieces, such as <code>t_${2020..2024}_${1..12}</code>: each has one text of every piece, the
 * last piece varies fastest. No name is stored: the one at a position is made when it is asked for, and a name's
 * position is read from the name. So that it can be, a pattern is only what leaves no doubt where a piece ends; then no
 * name is there twice. Immutable, shared by all threads.
 */
public final class NamePattern extends AbstractList<String> implements RandomAccess {
    private static final int MOST_DIGITS = 9;
    private static final long MOST = 999_999_999;
    private static final int MOST_WORDS = 64;

    private final NamePiece[] pieces;
    private final int size;

    private NamePattern(List<NamePiece> pieces, int size) {
        this.pieces = pieces.toArray(new NamePiece[0]);
        this.size = size;
    }

    /**
     * Names of a front and numbers in a row.
     *
     * @param first not negative
     * @param width smaller numbers are written with zeros before them
     */
    private static NamePattern numbered(String front, int first, int width, int size) {
        List<NamePiece> pieces = new ArrayList<>();
        if (!front.isEmpty()) {
            pieces.add(new NameWords(List.of(front)));
        }
        pieces.add(new NameNumbers(first, width, size));
        return new NamePattern(pieces, size);
    }

    /**
     * A list as a pattern.
     *
     * @param names not empty, no duplicates
     * @return null where they are not a common front and numbers in a row
     */
    public static @Nullable NamePattern inRow(List<String> names) {
        String name = names.get(0);
        int end = name.length();
        while (end > 0 && isDigit(name.charAt(end - 1)) && name.length() - end < MOST_DIGITS) {
            end--;
        }
        if (end == name.length()) {
            return null;
        }
        NamePattern pattern = numbered(
                name.substring(0, end), Integer.parseInt(name.substring(end)), name.length() - end, names.size());
        int position = 0;
        for (String each : names) {
            if (pattern.position(each) != position++) {
                return null;
            }
        }
        return pattern;
    }

    /**
     * The names that an expression lists.
     *
     * @param values of each of its pieces: a list, or another value that stands for itself
     * @param most names that it may list
     * @return null where that is more, where no piece is a range of numbers, and where the place of a piece in a name
     *     is not certain
     */
    static @Nullable NamePattern of(List<@Nullable Object> values, int most) {
        List<NamePiece> pieces = new ArrayList<>();
        long size = 1;
        boolean ranges = false;
        for (Object value : values) {
            if ("".equals(value)) {
                continue;
            }
            NamePiece piece =
                    value instanceof List<?> list ? piece(list) : new NameWords(List.of(String.valueOf(value)));
            if (piece == null || !pieces.isEmpty() && !follows(pieces.get(pieces.size() - 1), piece)) {
                return null;
            }
            pieces.add(piece);
            ranges |= piece instanceof NameNumbers;
            size *= piece.size();
            if (size > most) {
                return null;
            }
        }
        return ranges ? new NamePattern(pieces, (int) size) : null;
    }

    private static @Nullable NamePiece piece(List<?> list) {
        if (list instanceof Ranges.Range range) {
            return range.isRising() && range.first() >= 0 && range.first() + range.size() - 1 <= MOST
                    ? new NameNumbers((int) range.first(), 1, range.size())
                    : null;
        }
        List<String> words = new ArrayList<>();
        for (Object element : list) {
            words.add(String.valueOf(element));
        }
        boolean alike = !words.isEmpty()
                && !words.get(0).isEmpty()
                && words.size() <= MOST_WORDS
                && new HashSet<>(words).size() == words.size()
                && words.stream().allMatch(word -> word.length() == words.get(0).length());
        return alike ? new NameWords(words) : null;
    }

    /** Whether it is certain where the one ends and the other begins. */
    private static boolean follows(NamePiece before, NamePiece after) {
        return !(before instanceof NameNumbers numbers)
                || numbers.isEven()
                || after instanceof NameWords words && words.texts.stream().noneMatch(text -> isDigit(text.charAt(0)));
    }

    /** Whether any of the names has that character. */
    public boolean has(char character) {
        for (NamePiece piece : pieces) {
            if (piece.has(character)) {
                return true;
            }
        }
        return false;
    }

    /** What all names begin with; often all that stands before their numbers, and perhaps nothing. */
    public String begin() {
        return pieces[0] instanceof NameWords words && words.size() == 1 ? words.texts.get(0) : "";
    }

    /**
     * What all names have before the number that ends them, if the names are that and the number.
     *
     * @return null where they are not, and where it ends with a digit itself
     */
    public @Nullable String front() {
        if (!(pieces[pieces.length - 1] instanceof NameNumbers)) {
            return null;
        }
        if (pieces.length == 1) {
            return "";
        }
        if (pieces.length > 2 || !(pieces[0] instanceof NameWords words) || words.size() > 1) {
            return null;
        }
        String front = words.texts.get(0);
        return Character.isDigit(front.charAt(front.length() - 1)) ? null : front;
    }

    /**
     * The number in the first name, if the names are one text, numbers in a row without zeros before them, and another
     * text.
     *
     * @return -1 where they are not
     */
    public int firstBetween(String front, String end) {
        int at = front.isEmpty() ? 0 : 1;
        boolean enough = pieces.length == at + (end.isEmpty() ? 1 : 2);
        if (!enough || !(pieces[at] instanceof NameNumbers numbers) || !numbers.isPlain()) {
            return -1;
        }
        return (at == 0 || pieces[0].is(front)) && (end.isEmpty() || pieces[at + 1].is(end)) ? numbers.first : -1;
    }

    @Override
    public String get(int position) {
        Objects.checkIndex(position, size);
        StringBuilder name = new StringBuilder();
        int rest = position;
        int below = size;
        for (NamePiece piece : pieces) {
            below /= piece.size();
            piece.appendTo(name, rest / below);
            rest %= below;
        }
        return name.toString();
    }

    @Override
    public int size() {
        return size;
    }

    /** The position of a name, or -1. */
    public int position(String name) {
        return position(name, false);
    }

    /** The position of the first name that is the same but for the case of letters, or -1. */
    public int folded(String name) {
        return position(name, true);
    }

    private int position(String name, boolean folded) {
        int at = 0;
        int position = 0;
        for (NamePiece piece : pieces) {
            int end = at + piece.length(name, at);
            int index = end > name.length() ? -1 : piece.index(name, at, end, folded);
            if (index < 0) {
                return -1;
            }
            position = position * piece.size() + index;
            at = end;
        }
        return at == name.length() ? position : -1;
    }

    @Override
    public int indexOf(@Nullable Object name) {
        return name instanceof String text ? position(text) : -1;
    }

    @Override
    public int lastIndexOf(@Nullable Object name) {
        return indexOf(name);
    }

    @Override
    public boolean contains(@Nullable Object name) {
        return indexOf(name) >= 0;
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    /** The texts that a name may have in one place. */
    private sealed interface NamePiece {
        int size();

        void appendTo(StringBuilder name, int index);

        /** How many characters it takes in a name, if it is there; perhaps more than the name has. */
        int length(String name, int at);

        /** Which one it is, or -1. */
        int index(String name, int at, int end, boolean folded);

        boolean has(char character);

        /** Whether it is that text and no other. */
        boolean is(String text);
    }

    /** Texts of one length. */
    private record NameWords(List<String> texts) implements NamePiece {
        @Override
        public int size() {
            return texts.size();
        }

        @Override
        public void appendTo(StringBuilder name, int index) {
            name.append(texts.get(index));
        }

        @Override
        public int length(String name, int at) {
            return texts.get(0).length();
        }

        @Override
        public int index(String name, int at, int end, boolean folded) {
            for (int i = 0; i < texts.size(); i++) {
                if (name.regionMatches(folded, at, texts.get(i), 0, end - at)) {
                    return i;
                }
            }
            return -1;
        }

        @Override
        public boolean has(char character) {
            return texts.stream().anyMatch(text -> text.indexOf(character) >= 0);
        }

        @Override
        public boolean is(String text) {
            return texts.size() == 1 && texts.get(0).equals(text);
        }
    }

    /** Numbers in a row, written with zeros up to a width. */
    private static final class NameNumbers implements NamePiece {
        private final int first;
        private final int width;
        private final int size;
        /** How many digits each has; 0 where that differs. */
        private final int digits;

        NameNumbers(int first, int width, int size) {
            this.first = first;
            this.width = width;
            this.size = size;
            int most = Math.max(width, Integer.toString(first + size - 1).length());
            this.digits = Math.max(width, Integer.toString(first).length()) == most ? most : 0;
        }

        boolean isEven() {
            return digits > 0;
        }

        /** Whether none has zeros before it. */
        boolean isPlain() {
            return width <= Integer.toString(first).length();
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public void appendTo(StringBuilder name, int index) {
            String number = Integer.toString(first + index);
            for (int i = number.length(); i < width; i++) {
                name.append('0');
            }
            name.append(number);
        }

        @Override
        public int length(String name, int at) {
            if (digits > 0) {
                return digits;
            }
            int end = at;
            while (end < name.length() && isDigit(name.charAt(end))) {
                end++;
            }
            return end - at;
        }

        @Override
        public int index(String name, int at, int end, boolean folded) {
            int length = end - at;
            if (length < width || length > MOST_DIGITS) {
                return -1;
            }
            int number = 0;
            for (int i = at; i < end; i++) {
                if (!isDigit(name.charAt(i))) {
                    return -1;
                }
                number = number * 10 + name.charAt(i) - '0';
            }
            boolean otherZeros = length > width && name.charAt(at) == '0';
            int index = number - first;
            return otherZeros || index < 0 || index >= size ? -1 : index;
        }

        @Override
        public boolean has(char character) {
            return isDigit(character);
        }

        @Override
        public boolean is(String text) {
            return false;
        }
    }
}
