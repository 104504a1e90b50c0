package org.shardingjdbc.cli.internal.convert;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The kinds of algorithms that a configuration names by type, and which types of them are built in here. */
enum AlgorithmKind {
    SHARDING(
            Set.of(
                    "MOD",
                    "HASH_MOD",
                    "VOLUME_RANGE",
                    "BOUNDARY_RANGE",
                    "AUTO_INTERVAL",
                    "INLINE",
                    "INTERVAL",
                    "COMPLEX_INLINE",
                    "HINT_INLINE",
                    "CLASS_BASED"),
            Map.of("STANDARD_INLINE", "INLINE"),
            "use MOD, HASH_MOD, INTERVAL or CLASS_BASED in its place; rows must lie where they do"),
    KEY(Set.of("SNOWFLAKE", "UUID", "NANOID"), Map.of(), "use SNOWFLAKE, UUID or NANOID, or a KeyGeneratorFactory"),
    AUDIT(Set.of("DML_SHARDING_CONDITIONS"), Map.of(), "write an AuditorFactory of this library"),
    BALANCER(
            Set.of("ROUND_ROBIN", "RANDOM", "WEIGHT"),
            Map.of(
                    "TRANSACTION_ROUND_ROBIN", "ROUND_ROBIN",
                    "TRANSACTION_RANDOM", "RANDOM",
                    "TRANSACTION_WEIGHT", "WEIGHT",
                    "FIXED_REPLICA_ROUND_ROBIN", "ROUND_ROBIN",
                    "FIXED_REPLICA_RANDOM", "RANDOM",
                    "FIXED_REPLICA_WEIGHT", "WEIGHT",
                    "FIXED_PRIMARY", "ROUND_ROBIN"),
            "use ROUND_ROBIN, RANDOM or WEIGHT, or a LoadBalancerFactory of this library"),
    ENCRYPTION(
            Set.of("AES", "MD5", "AES_GCM", "AES_SIV", "HMAC_SHA256", "CHAR_LIKE"),
            Map.of(),
            "write an EncryptionAlgorithmFactory that reads these values, or encrypt the rows anew by AES_GCM"),
    MASKING(
            Set.of(
                    "MD5",
                    "KEEP_FIRST_N_LAST_M",
                    "KEEP_FROM_X_TO_Y",
                    "MASK_FIRST_N_LAST_M",
                    "MASK_FROM_X_TO_Y",
                    "MASK_BEFORE_SPECIAL_CHARS",
                    "MASK_AFTER_SPECIAL_CHARS",
                    "GENERIC_TABLE_RANDOM_REPLACE"),
            Map.of(),
            "write a factory of such a mask for this library"),
    SHADOWING(
            Set.of("VALUE_MATCH", "REGEX_MATCH", "SQL_HINT"),
            Map.of("SIMPLE_HINT", "SQL_HINT", "COLUMN_VALUE_MATCH", "VALUE_MATCH", "COLUMN_REGEX_MATCH", "REGEX_MATCH"),
            "write a ShadowAlgorithmFactory of this library");

    private final Set<String> types;
    private final Map<String, String> renamed;
    private final String remedy;

    AlgorithmKind(Set<String> types, Map<String, String> renamed, String remedy) {
        this.types = types;
        this.renamed = renamed;
        this.remedy = remedy;
    }

    /** The type as it is called here: that of the input where nothing is known of it. */
    String type(String type) {
        String upper = type.toUpperCase(Locale.ROOT);
        return types.contains(upper) ? upper : renamed.getOrDefault(upper, type);
    }

    boolean isBuiltIn(String type) {
        return types.contains(type(type));
    }

    /** What to do about a type that is not built in. */
    String remedy() {
        return remedy;
    }
}
