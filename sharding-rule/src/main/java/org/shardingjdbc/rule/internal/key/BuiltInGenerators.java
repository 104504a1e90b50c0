package org.shardingjdbc.rule.internal.key;

import java.security.SecureRandom;
import java.util.List;
import java.util.UUID;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.KeyGenerator;
import org.shardingjdbc.rule.algorithm.KeyGeneratorFactory;
import org.shardingjdbc.rule.algorithm.NumberBlocks;
import org.shardingjdbc.rule.algorithm.WorkerIds;

/** The key generators that need no application: SNOWFLAKE, UUID, NANOID, SEQUENCE. */
final class BuiltInGenerators {
    private static final int MAX_WORKER_ID = 1023;
    private static final int MAX_VIBRATION_OFFSET = 4095;

    private BuiltInGenerators() {}

    static List<KeyGeneratorFactory> factories() {
        return List.of(
                new Factory("SNOWFLAKE", (properties, ids, blocks) -> snowflake(properties, ids)),
                new Factory("UUID", (properties, ids, blocks) -> RandomKeys.uuid()),
                new Factory("NANOID", (properties, ids, blocks) -> nanoId(properties)),
                new Factory("SEQUENCE", (properties, ids, blocks) -> SequenceKeys.of(properties, blocks)));
    }

    private static KeyGenerator snowflake(AlgorithmProperties properties, WorkerIds workerIds) {
        boolean configured = properties.text("worker-id") != null;
        int workerId = (int) properties.wholeNumber("worker-id", 0, 0, MAX_WORKER_ID);
        int vibration = (int) properties.wholeNumber("max-vibration-offset", 1, 0, MAX_VIBRATION_OFFSET);
        long tolerance = properties.wholeNumber("max-tolerate-time-difference-milliseconds", 10, 0, Integer.MAX_VALUE);
        WorkerIds ids = configured ? () -> workerId : workerIds;
        return new SnowflakeKeys(ids, Clock.SYSTEM, SnowflakeKeys.LastNumber.OF_JVM, vibration, tolerance);
    }

    private static KeyGenerator nanoId(AlgorithmProperties properties) {
        int size = (int) properties.wholeNumber("size", RandomKeys.NANO_ID_LENGTH, 1, 255);
        String alphabet = properties.text("alphabet", RandomKeys.NANO_ID_ALPHABET);
        if (alphabet.length() < 2 || alphabet.chars().distinct().count() < alphabet.length()) {
            throw new InvalidPropertyException(
                    "alphabet", "property 'alphabet' must be two or more different characters");
        }
        return RandomKeys.nanoId(alphabet, size);
    }

    /** Makes a generator of one type. */
    @FunctionalInterface
    private interface Maker {
        KeyGenerator make(AlgorithmProperties properties, WorkerIds workerIds, NumberBlocks blocks);
    }

    private record Factory(String type, Maker maker) implements KeyGeneratorFactory {
        @Override
        public KeyGenerator create(AlgorithmProperties properties, WorkerIds workerIds) {
            throw new UnsupportedOperationException("built-in key generators are made with blocks of numbers");
        }

        @Override
        public KeyGenerator create(AlgorithmProperties properties, WorkerIds workerIds, NumberBlocks blocks) {
            return maker.make(properties, workerIds, blocks);
        }
    }

    /** Keys that are unique by chance. Safe for all threads. */
    static final class RandomKeys {
        static final int NANO_ID_LENGTH = 21;
        static final String NANO_ID_ALPHABET = "_-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

        private RandomKeys() {}

        /** UUID: 32 hexadecimal digits, without hyphens. */
        static KeyGenerator uuid() {
            return () -> UUID.randomUUID().toString().replace("-", "");
        }

        /** NANOID: characters of an alphabet. */
        static KeyGenerator nanoId(String alphabet, int length) {
            SecureRandom random = new SecureRandom();
            return () -> {
                StringBuilder key = new StringBuilder(length);
                for (int i = 0; i < length; i++) {
                    key.append(alphabet.charAt(random.nextInt(alphabet.length())));
                }
                return key.toString();
            };
        }
    }
}
