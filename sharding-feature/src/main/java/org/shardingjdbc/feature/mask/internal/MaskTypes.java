package org.shardingjdbc.feature.mask.internal;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.shardingjdbc.feature.internal.NamedAlgorithms.Maker;
import org.shardingjdbc.feature.mask.MaskAlgorithm;
import org.shardingjdbc.feature.mask.MaskAlgorithmFactory;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.TypeRegistry;

/** The types of mask algorithms: those of this library, and those of the application's service entries. Stateless. */
final class MaskTypes {
    private MaskTypes() {}

    static TypeRegistry<Maker<MaskAlgorithm>> all() {
        return new TypeRegistry<Maker<MaskAlgorithm>>("mask algorithm type")
                .builtIn("KEEP_FIRST_N_LAST_M", Ends::kept)
                .builtIn("MASK_FIRST_N_LAST_M", Ends::masked)
                .builtIn("KEEP_FROM_X_TO_Y", Stretch::kept)
                .builtIn("MASK_FROM_X_TO_Y", Stretch::masked)
                .builtIn("MASK_BEFORE_SPECIAL_CHARS", SpecialCharacters::before)
                .builtIn("MASK_AFTER_SPECIAL_CHARS", SpecialCharacters::after)
                .builtIn("MD5", Md5Mask::of)
                .builtIn("GENERIC_TABLE_RANDOM_REPLACE", RandomReplacement::of)
                .services(MaskAlgorithmFactory.class, MaskAlgorithmFactory::type, factory -> factory::create);
    }

    /** The first and the last characters of a value: kept, or masked. Immutable. */
    record Ends(int first, int last, Cover cover, Part part) implements MaskAlgorithm {
        private enum Part {
            KEPT,
            MASKED
        }

        static Ends kept(AlgorithmProperties properties) {
            return new Ends(
                    count(properties, "first-n"),
                    count(properties, "last-m"),
                    Cover.withUnmatched(properties),
                    Part.KEPT);
        }

        static Ends masked(AlgorithmProperties properties) {
            return new Ends(
                    count(properties, "first-n"), count(properties, "last-m"), Cover.of(properties), Part.MASKED);
        }

        private static int count(AlgorithmProperties properties, String name) {
            return (int) properties.requiredWholeNumber(name, 0, Integer.MAX_VALUE / 2);
        }

        @Override
        public String mask(String value) {
            boolean isShort = value.codePointCount(0, value.length()) <= first + last;
            if (isShort) {
                return part == Part.KEPT ? cover.unmatched(value) : cover.hide(value, 0, value.length());
            }
            int from = value.offsetByCodePoints(0, first);
            int to = value.offsetByCodePoints(value.length(), -last);
            return part == Part.KEPT
                    ? cover.hide(value, from, to)
                    : cover.hide(cover.hide(value, to, value.length()), 0, from);
        }
    }

    /**
     * A stretch of characters of a value: kept, or masked. Immutable.
     *
     * @param from its first character, from 0
     * @param to its last one
     */
    record Stretch(int from, int to, Cover cover, Part part) implements MaskAlgorithm {
        private enum Part {
            KEPT,
            MASKED
        }

        static Stretch kept(AlgorithmProperties properties) {
            return of(properties, Cover.of(properties), Part.KEPT);
        }

        static Stretch masked(AlgorithmProperties properties) {
            return of(properties, Cover.withUnmatched(properties), Part.MASKED);
        }

        private static Stretch of(AlgorithmProperties properties, Cover cover, Part part) {
            int from = place(properties, "from-x");
            int to = place(properties, "to-y");
            if (from > to) {
                throw new InvalidPropertyException("from-x", "property 'from-x' must not be greater than 'to-y'");
            }
            return new Stretch(from, to, cover, part);
        }

        private static int place(AlgorithmProperties properties, String name) {
            return (int) properties.requiredWholeNumber(name, 0, Integer.MAX_VALUE - 1);
        }

        @Override
        public String mask(String value) {
            int begin = offset(value, from);
            int end = offset(value, to + 1);
            if (part == Part.MASKED) {
                return begin == end ? cover.unmatched(value) : cover.hide(value, begin, end);
            }
            return cover.hide(cover.hide(value, end, value.length()), 0, begin);
        }

        /** Where a character begins, or the end. */
        private static int offset(String value, int character) {
            return value.codePointCount(0, value.length()) <= character
                    ? value.length()
                    : value.offsetByCodePoints(0, character);
        }
    }

    /**
     * Masks what is before, or after, the first place where a text stands. Immutable.
     *
     * @param marks the text
     */
    record SpecialCharacters(String marks, Cover cover, Side side) implements MaskAlgorithm {
        private enum Side {
            BEFORE,
            AFTER
        }

        private static final String MARKS = "special-chars";

        static SpecialCharacters before(AlgorithmProperties properties) {
            return new SpecialCharacters(marks(properties), Cover.withUnmatched(properties), Side.BEFORE);
        }

        static SpecialCharacters after(AlgorithmProperties properties) {
            return new SpecialCharacters(marks(properties), Cover.withUnmatched(properties), Side.AFTER);
        }

        private static String marks(AlgorithmProperties properties) {
            String text = properties.text(MARKS);
            if (text == null || text.isEmpty()) {
                throw new InvalidPropertyException(MARKS, "property '" + MARKS + "' is required");
            }
            return text;
        }

        @Override
        public String mask(String value) {
            int at = value.indexOf(marks);
            if (at < 0) {
                return cover.unmatched(value);
            }
            return side == Side.BEFORE
                    ? cover.hide(value, 0, at)
                    : cover.hide(value, at + marks.length(), value.length());
        }
    }

    /**
     * The MD5 digest (RFC 1321) of a value's UTF-8 bytes and a salt behind them, in lower-case hexadecimal digits.
     * Immutable.
     */
    record Md5Mask(String salt) implements MaskAlgorithm {
        static Md5Mask of(AlgorithmProperties properties) {
            return new Md5Mask(properties.text("salt", ""));
        }

        @Override
        public String mask(String value) {
            try {
                byte[] digest =
                        MessageDigest.getInstance("MD5").digest((value + salt).getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has MD5", e);
            }
        }
    }

    /**
     * Replaces each character by a random one of its kind: an upper-case or lower-case letter or a digit of ASCII, or
     * another character. Immutable; the same value is shown differently each time.
     */
    record RandomReplacement(String upper, String lower, String digits, String others) implements MaskAlgorithm {
        private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
        private static final String DIGITS = "0123456789";
        private static final String OTHERS = "~!@#$%^&*:<>|";

        static RandomReplacement of(AlgorithmProperties properties) {
            String documented = codes(properties, "digital-random-codes", DIGITS);
            return new RandomReplacement(
                    codes(properties, "uppercase-letter-codes", UPPER),
                    codes(properties, "lowercase-letter-codes", LOWER),
                    codes(properties, "digital-codes", documented),
                    codes(properties, "special-codes", OTHERS));
        }

        /** Single characters, separated by commas. */
        private static String codes(AlgorithmProperties properties, String name, String absent) {
            String text = properties.text(name);
            if (text == null) {
                return absent;
            }
            StringBuilder codes = new StringBuilder();
            for (String code : List.of(text.split(",", -1))) {
                String trimmed = code.trim();
                if (trimmed.length() != 1) {
                    throw new InvalidPropertyException(
                            name,
                            "property '" + name + "' must be single characters between commas, not '" + text + "'");
                }
                codes.append(trimmed);
            }
            return codes.toString();
        }

        @Override
        public String mask(String value) {
            StringBuilder seen = new StringBuilder(value.length());
            value.codePoints().forEach(character -> seen.append(any(codesOf(character))));
            return seen.toString();
        }

        private String codesOf(int character) {
            if (character >= 'A' && character <= 'Z') {
                return upper;
            }
            if (character >= 'a' && character <= 'z') {
                return lower;
            }
            return character >= '0' && character <= '9' ? digits : others;
        }

        private static char any(String codes) {
            return codes.charAt(ThreadLocalRandom.current().nextInt(codes.length()));
        }
    }
}
