package org.shardingjdbc.feature.encrypt;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.column.LikePatterns;
import org.shardingjdbc.rule.column.StoredProperty;

/**
 * Makes what is stored of a text, with the keys that it was made with. Safe for all threads; does not block. No message
 * holds a plain value or a key.
 */
public interface EncryptionAlgorithm {
    /**
     * What is stored of a text.
     *
     * @param plain never null, may be empty
     * @return printable ASCII, so that every character set stores it
     * @throws IllegalArgumentException when it cannot be stored; says why
     */
    String encrypt(String plain);

    /** Whether the plain text can be had again; a digest says no. */
    boolean decrypts();

    /**
     * The text of what is stored; only called where {@link #decrypts}.
     *
     * @throws IllegalArgumentException when it is none that this algorithm wrote with one of its keys
     */
    String decrypt(String stored);

    /**
     * What stored forms still tell of texts: {@link StoredProperty#EQUALITY} where equal texts have equal forms, and
     * others not; {@link StoredProperty#LOOKUP} where that holds for each key alone, and {@link #former} tells the
     * others; else {@link StoredProperty#NULLS}.
     */
    StoredProperty keeps();

    /** The same algorithm with each of the other keys that values may be stored under; empty where there is none. */
    default List<EncryptionAlgorithm> former() {
        return List.of();
    }

    /**
     * Whether something is stored as {@link #encrypt} would store it today: under the key that is written with.
     *
     * @param stored what this algorithm wrote with one of its keys
     * @param plain its text
     */
    default boolean isCurrent(String stored, String plain) {
        return keeps() == StoredProperty.NULLS || stored.equals(encrypt(plain));
    }

    /**
     * What makes patterns of LIKE for what it stores, for the key that is written with before those of the other keys;
     * empty where stored forms do not tell what texts are like. Always the same ones.
     */
    @Incubating
    default List<LikePatterns> likePatterns() {
        return List.of();
    }

    /** Why new data should not be written with it, as a clause; null where nothing is against it. */
    default @Nullable String legacy() {
        return null;
    }
}
