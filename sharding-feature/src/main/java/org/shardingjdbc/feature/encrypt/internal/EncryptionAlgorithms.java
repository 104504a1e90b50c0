package org.shardingjdbc.feature.encrypt.internal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithmFactory;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.Extensions;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/** The types of algorithms: those of this library, and those of the application's service entries. Immutable. */
final class EncryptionAlgorithms {
    private final Map<String, EncryptionAlgorithmFactory> byType = new LinkedHashMap<>();

    private record BuiltIn(String type, Function<AlgorithmProperties, EncryptionAlgorithm> maker)
            implements EncryptionAlgorithmFactory {
        @Override
        public EncryptionAlgorithm create(AlgorithmProperties properties) {
            return maker.apply(properties);
        }
    }

    private EncryptionAlgorithms() {}

    static EncryptionAlgorithms load() {
        EncryptionAlgorithms all = new EncryptionAlgorithms();
        all.add(new BuiltIn("AES_GCM", AesGcm::of));
        all.add(new BuiltIn("AES_SIV", EncryptionAlgorithms::aesSiv));
        all.add(new BuiltIn("HMAC_SHA256", HmacSha256::of));
        all.add(new BuiltIn("CHAR_LIKE", CharLike::of));
        all.add(new BuiltIn("AES", LegacyAes::of));
        all.add(new BuiltIn("MD5", Md5Digest::of));
        Extensions.services(EncryptionAlgorithmFactory.class).forEach(all::add);
        return all;
    }

    private static EncryptionAlgorithm aesSiv(AlgorithmProperties properties) {
        try {
            return AesSiv.of(properties);
        } catch (NoClassDefFoundError e) {
            InvalidPropertyException told = new InvalidPropertyException(
                    "type", "AES_SIV needs the jar com.google.crypto.tink:tink on the class path: add it");
            told.initCause(e);
            throw told;
        }
    }

    private void add(EncryptionAlgorithmFactory factory) {
        byType.putIfAbsent(factory.type().toUpperCase(Locale.ROOT), factory);
    }

    /** Null where there is none. */
    @Nullable
    EncryptionAlgorithmFactory of(String type) {
        return byType.get(type.toUpperCase(Locale.ROOT));
    }

    List<String> names() {
        return List.copyOf(byType.keySet());
    }
}
