package org.shardingjdbc.feature.encrypt.internal;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.feature.encrypt.EncryptionAlgorithm;
import org.shardingjdbc.feature.internal.NamedAlgorithms;
import org.shardingjdbc.feature.internal.NamedAlgorithms.Maker;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The algorithms of a rule by the names of their entries; reports mistakes. One per compilation. */
final class Encryptors {
    private static final Logger LOG = LoggerFactory.getLogger(Encryptors.class);

    private static final String DIGEST_LIKE = "CHAR_DIGEST_LIKE";

    private final Map<String, AlgorithmConfiguration> configured;
    private final ConfigPath path;
    private final Problems problems;
    private final Map<String, EncryptionAlgorithm> algorithms = new HashMap<>();

    Encryptors(Map<String, AlgorithmConfiguration> configured, ConfigPath path, Problems problems) {
        this.configured = configured;
        this.path = path;
        this.problems = problems;
        TypeRegistry<Maker<EncryptionAlgorithm>> types = EncryptionAlgorithms.types();
        configured.forEach((name, entry) -> create(name, entry, types));
    }

    private void create(String name, AlgorithmConfiguration entry, TypeRegistry<Maker<EncryptionAlgorithm>> types) {
        ConfigPath at = path.key(name);
        String type = entry.type();
        if (type == null) {
            return;
        }
        if (type.equalsIgnoreCase(DIGEST_LIKE) && types.of(type) == null) {
            problems.add(
                    at.key("type"),
                    DIGEST_LIKE + " stores several characters alike, so that LIKE would find what is not like the"
                            + " pattern: use CHAR_LIKE, and fill its column anew by EncryptionBackfill");
            return;
        }
        Maker<EncryptionAlgorithm> maker = types.find(type, at.key("type"), problems);
        EncryptionAlgorithm algorithm = maker == null ? null : NamedAlgorithms.made(entry, at, problems, maker);
        if (algorithm == null) {
            return;
        }
        EncryptionAlgorithm same = same(type, entry);
        algorithms.put(name, same == null ? algorithm : same);
        if (algorithm.legacy() != null) {
            LOG.warn("Encryptor {} of type {} is legacy: {}", name, type, algorithm.legacy());
        }
    }

    /**
     * The algorithm of an entry with the same type and properties, or null: it stores values alike, whatever its name.
     */
    private @Nullable EncryptionAlgorithm same(String type, AlgorithmConfiguration entry) {
        for (Map.Entry<String, EncryptionAlgorithm> known : algorithms.entrySet()) {
            AlgorithmConfiguration other = configured.get(known.getKey());
            if (other != null
                    && type.equalsIgnoreCase(other.type())
                    && entry.props().equals(other.props())) {
                return known.getValue();
            }
        }
        return null;
    }

    /**
     * The algorithm of an entry.
     *
     * @param at where its name stands
     * @return null after a mistake
     */
    @Nullable
    EncryptionAlgorithm named(String name, ConfigPath at) {
        if (!configured.containsKey(name)) {
            problems.unknown(at, "encryptor", name, configured.keySet());
        }
        return algorithms.get(name);
    }
}
