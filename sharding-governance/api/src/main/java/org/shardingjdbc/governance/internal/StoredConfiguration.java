package org.shardingjdbc.governance.internal;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * The configuration as the registry has it: the document that counts, and the last handover of all instances, which may
 * be under way. Both stand in one value, so that of all who want to change either the version decides. Immutable.
 *
 * @param version of the value; 0 for none
 * @param text the document that counts
 * @param last null when there never was a handover
 */
record StoredConfiguration(
        long version, String text, @Nullable SharedHandover last) {
    /** What the documents are sealed by. */
    private static final String KEY = RegistrySession.CONFIGURATION;
    /** What nothing that is sealed begins with. */
    private static final String MARK = "handover\n";

    private static final String END = "\n\n";

    /** How far a handover is. */
    enum Phase {
        /** All instances prepare the next configuration. */
        PREPARING,
        /** Newcomers wait, and what runs ends. */
        CLOSING,
        /** What is to be done in between may have begun. */
        IN_BETWEEN,
        /** The next configuration counts, or one that followed it. */
        OPENED,
        /** The one of before counts, or one that followed it. */
        WITHDRAWN;

        private String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A handover.
     *
     * @param id the version of the first value that tells of it
     * @param phase how far it is
     * @param by the id of the instance that changes the configuration
     * @param prepareMillis how long others are waited for until they are ready
     * @param limitMillis how long newcomers wait at most
     * @param decided the version of the value that says how it ended; 0 as long as none does
     * @param next the next document; empty once it is decided
     */
    record SharedHandover(
            long id, Phase phase, String by, long prepareMillis, long limitMillis, long decided, String next) {
        boolean isUnderWay() {
            return decided == 0;
        }

        /** The version of the value before it. */
        long from() {
            return id - 1;
        }

        private SharedHandover in(Phase now) {
            return new SharedHandover(id, now, by, prepareMillis, limitMillis, decided, next);
        }

        private SharedHandover decided(Phase how, long version) {
            return new SharedHandover(id, how, by, prepareMillis, limitMillis, version, "");
        }
    }

    /** The handover that is under way; null for none. */
    @Nullable
    SharedHandover underWay() {
        return last != null && last.isUnderWay() ? last : null;
    }

    /** Whether it says that a handover was withdrawn, and nothing else. */
    boolean isWithdrawn() {
        return last != null && last.phase() == Phase.WITHDRAWN && last.decided() == version;
    }

    /** The next value, by which another document counts at once. */
    StoredConfiguration with(String document) {
        return new StoredConfiguration(version + 1, document, last);
    }

    /** The next value, by which a handover begins. */
    StoredConfiguration preparing(String by, long prepareMillis, long limitMillis, String next) {
        return new StoredConfiguration(
                version + 1,
                text,
                new SharedHandover(version + 1, Phase.PREPARING, by, prepareMillis, limitMillis, 0, next));
    }

    /** The next value, by which the handover that is under way goes on or is decided. */
    StoredConfiguration in(Phase phase) {
        SharedHandover now = underWay();
        if (now == null) {
            throw new ShardingException(ErrorCode.INTERNAL, "no handover is under way");
        }
        return switch (phase) {
            case PREPARING, CLOSING, IN_BETWEEN -> new StoredConfiguration(version + 1, text, now.in(phase));
            case OPENED -> new StoredConfiguration(version + 1, now.next(), now.decided(phase, version + 1));
            case WITHDRAWN -> new StoredConfiguration(version + 1, text, now.decided(phase, version + 1));
        };
    }

    /** As it is stored: what is told of a handover, and the documents behind it, each sealed. */
    String encoded(Seal seal) {
        String document = seal.close(KEY, text);
        if (last == null) {
            return document;
        }
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("id", Long.toString(last.id()));
        lines.put("phase", last.phase().key());
        lines.put("by", last.by());
        lines.put("prepare", Long.toString(last.prepareMillis()));
        lines.put("limit", Long.toString(last.limitMillis()));
        lines.put("decided", Long.toString(last.decided()));
        lines.put("length", Integer.toString(document.length()));
        return MARK + StateTexts.of(lines) + "\n" + document + (last.isUnderWay() ? seal.close(KEY, last.next()) : "");
    }

    /** @throws ShardingException when somebody else wrote it, or with another key */
    static StoredConfiguration decoded(Seal seal, String stored, long version) {
        if (!stored.startsWith(MARK)) {
            return new StoredConfiguration(version, seal.open(KEY, stored), null);
        }
        try {
            int end = stored.indexOf(END);
            Map<String, String> lines = StateTexts.values(stored.substring(MARK.length(), end));
            int begin = end + END.length();
            int next = begin + Integer.parseInt(value(lines, "length"));
            long decided = Long.parseLong(value(lines, "decided"));
            return new StoredConfiguration(
                    version,
                    seal.open(KEY, stored.substring(begin, next)),
                    new SharedHandover(
                            Long.parseLong(value(lines, "id")),
                            Phase.valueOf(value(lines, "phase").toUpperCase(Locale.ROOT)),
                            value(lines, "by"),
                            Long.parseLong(value(lines, "prepare")),
                            Long.parseLong(value(lines, "limit")),
                            decided,
                            decided == 0 ? seal.open(KEY, stored.substring(next)) : ""));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw ShardingException.causedBy(
                    e, ErrorCode.REGISTRY_CONTENT_UNREADABLE, "The handover of version " + version, e.getMessage());
        }
    }

    private static String value(Map<String, String> lines, String name) {
        String value = lines.get(name);
        if (value == null) {
            throw new IllegalArgumentException("'" + name + "' is missing");
        }
        return value;
    }

    /** Not the documents, which may hold secrets. */
    @Override
    public String toString() {
        return last == null ? "version " + version : "version " + version + ", " + last.phase() + " since " + last.id();
    }
}
