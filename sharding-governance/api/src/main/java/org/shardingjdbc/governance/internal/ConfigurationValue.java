package org.shardingjdbc.governance.internal;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;

/** The value of a repository that is the configuration, sealed where that is wanted. Safe for all threads. */
final class ConfigurationValue {
    private static final String KEY = RegistrySession.CONFIGURATION;

    private final Repository repository;
    private final Seal seal;

    ConfigurationValue(Repository repository, Seal seal) {
        this.repository = repository;
        this.seal = seal;
    }

    /** What is stored; null for nothing. */
    @Nullable
    StoredConfiguration read() {
        StoredValue stored = repository.read(KEY);
        return stored == null ? null : decoded(stored);
    }

    /** @throws ShardingException when it cannot be read */
    StoredConfiguration decoded(StoredValue stored) {
        return StoredConfiguration.decoded(seal, stored.value(), stored.version());
    }

    /**
     * Writes the value that follows the version before its own.
     *
     * @return false when there is another version
     */
    boolean write(StoredConfiguration next) {
        return repository.write(KEY, next.encoded(seal), next.version() - 1) > 0;
    }

    /** That of an expected version, where no handover is under way; 0 stands for none. */
    StoredConfiguration read(long expected) {
        StoredConfiguration now = read();
        if (now == null) {
            now = new StoredConfiguration(0, "", null);
        }
        if (now.version() != expected || now.underWay() != null) {
            throw overtaken(expected);
        }
        return now;
    }

    static ShardingException overtaken(long expected) {
        return new ShardingException(ErrorCode.CHANGE_OVERTAKEN, "The configuration", expected);
    }
}
