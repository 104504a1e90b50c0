package org.shardingjdbc.feature.encrypt.internal;

import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithmFactory;
import org.shardingjdbc.feature.internal.NamedAlgorithms.Maker;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.TypeRegistry;

/** The types of algorithms: those of this library, and those of the application's service entries. Stateless. */
final class EncryptionAlgorithms {
    private EncryptionAlgorithms() {}

    static TypeRegistry<Maker<EncryptionAlgorithm>> types() {
        return new TypeRegistry<Maker<EncryptionAlgorithm>>("encryptor type")
                .builtIn("AES_GCM", AesGcm::of)
                .builtIn("AES_SIV", EncryptionAlgorithms::aesSiv)
                .builtIn("HMAC_SHA256", HmacSha256::of)
                .builtIn("CHAR_LIKE", CharLike::of)
                .builtIn("AES", LegacyAes::of)
                .builtIn("MD5", Md5Digest::of)
                .services(
                        EncryptionAlgorithmFactory.class, EncryptionAlgorithmFactory::type, factory -> factory::create);
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
}
