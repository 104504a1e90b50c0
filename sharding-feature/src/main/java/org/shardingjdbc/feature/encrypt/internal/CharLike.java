package org.shardingjdbc.feature.encrypt.internal;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.column.LikePatterns;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * Stores a text character by character, so that LIKE can be asked of it: the key's id in decimal digits, {@code y},
 * then five symbols for each Unicode code point. A symbol is a digit or a small letter; the first of each five is one
 * of the seven that stand nowhere else, so that a pattern meets whole characters only. No two symbols are equal in a
 * collation that takes i for j or u for v or w.
 *
 * <p>Code point number c has the number {@code numbers[c]}: a shuffle of all of them, from the last to the first
 * (Durstenfeld 1964), by the key stream of AES-256-CTR with an initialization vector of zeros, read as unsigned 32-bit
 * numbers, big-endian; those that would favour small remainders are left out. It is 4 MiB for a key. Who reads many
 * stored texts counts characters, and guesses them: it is a substitution.
 */
final class CharLike implements EncryptionAlgorithm {
    private static final int KEY_BYTES = 32;
    private static final int CODE_POINTS = Character.MAX_CODE_POINT + 1;
    private static final String FIRST = "qrstuxz";
    private static final String REST = "0123456789abcdefghjklmnop";
    private static final int SYMBOLS = 5;
    private static final char BEHIND_KEY = 'y';

    private final int[] numbers;
    private final String start;
    private final List<EncryptionAlgorithm> former;
    private final List<LikePatterns> patterns;

    private CharLike(KeyRing.Key key, List<CharLike> former) {
        this.numbers = shuffle(key.bytes());
        this.start = key.id() + String.valueOf(BEHIND_KEY);
        this.former = List.copyOf(former);
        List<LikePatterns> all = new ArrayList<>();
        all.add(new Patterns(this));
        former.forEach(other -> all.addAll(other.patterns));
        this.patterns = List.copyOf(all);
    }

    static CharLike of(AlgorithmProperties properties) {
        KeyRing keys = KeyRing.of(properties);
        keys.requireLength(length -> length == KEY_BYTES, "32 bytes");
        List<CharLike> former = new ArrayList<>();
        keys.former().forEach(key -> former.add(new CharLike(key, List.of())));
        return new CharLike(keys.newest(), former);
    }

    private static int[] shuffle(byte[] key) {
        int[] shuffled = new int[CODE_POINTS];
        for (int i = 0; i < CODE_POINTS; i++) {
            shuffled[i] = i;
        }
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
            byte[] zeros = new byte[1 << 16];
            ByteBuffer stream = ByteBuffer.allocate(0);
            for (int i = CODE_POINTS - 1; i > 0; i--) {
                long choices = i + 1L;
                long fair = (1L << 32) - (1L << 32) % choices;
                long number = fair;
                while (number >= fair) {
                    stream = stream.hasRemaining() ? stream : ByteBuffer.wrap(cipher.update(zeros));
                    number = Integer.toUnsignedLong(stream.getInt());
                }
                int other = (int) (number % choices);
                int kept = shuffled[i];
                shuffled[i] = shuffled[other];
                shuffled[other] = kept;
            }
            return shuffled;
        } catch (GeneralSecurityException e) {
            throw Ciphers.broken(e);
        }
    }

    @Override
    public String encrypt(String plain) {
        StringBuilder stored = new StringBuilder(start.length() + SYMBOLS * plain.length()).append(start);
        plain.codePoints().forEach(character -> append(character, stored));
        return stored.toString();
    }

    private void append(int character, StringBuilder stored) {
        int number = numbers[character];
        stored.append(FIRST.charAt(number % FIRST.length()));
        number /= FIRST.length();
        for (int i = 1; i < SYMBOLS; i++) {
            stored.append(REST.charAt(number % REST.length()));
            number /= REST.length();
        }
    }

    @Override
    public boolean decrypts() {
        return false;
    }

    @Override
    public String decrypt(String stored) {
        throw new UnsupportedOperationException("a form for LIKE");
    }

    @Override
    public StoredProperty keeps() {
        return former.isEmpty() ? StoredProperty.EQUALITY : StoredProperty.LOOKUP;
    }

    @Override
    public List<EncryptionAlgorithm> former() {
        return former;
    }

    @Override
    public List<LikePatterns> likePatterns() {
        return patterns;
    }

    /** Those of one key. */
    private record Patterns(CharLike algorithm) implements LikePatterns {
        @Override
        public String start() {
            return algorithm.start;
        }

        @Override
        public String pattern(Object part, int escape) {
            String text = PlainText.of(part);
            StringBuilder pattern = new StringBuilder(SYMBOLS * text.length());
            for (int i = 0; i < text.length(); ) {
                int character = text.codePointAt(i);
                i += Character.charCount(character);
                if (character == escape) {
                    character = i < text.length() ? text.codePointAt(i) : -1;
                    if (character != '%' && character != '_' && character != escape) {
                        throw new IllegalArgumentException("the escape character of a pattern of LIKE"
                                + " stands before something else than %, _ and itself");
                    }
                    i += Character.charCount(character);
                    algorithm.append(character, pattern);
                } else if (character == '%') {
                    pattern.append('%');
                } else if (character == '_') {
                    pattern.append("_".repeat(SYMBOLS));
                } else {
                    algorithm.append(character, pattern);
                }
            }
            return pattern.toString();
        }

        /** No key. */
        @Override
        public String toString() {
            return "LIKE";
        }
    }
}
