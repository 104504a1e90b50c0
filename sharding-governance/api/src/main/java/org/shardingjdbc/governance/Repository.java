package org.shardingjdbc.governance;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * Small texts by key, each with a version, in a place that many processes share; and what processes announce of
 * themselves for as long as they live. Keys are parts of letters, digits, {@code -} and {@code _}, separated by
 * slashes. Safe for all threads. Each method fails with SHD-7003 when the place does not answer, and never waits for
 * longer than the configured time.
 */
@Incubating
public interface Repository extends AutoCloseable {
    /** What messages call it; without secrets. */
    String name();

    /** The value of a key; null when there is none. */
    @Nullable
    StoredValue read(String key);

    /** The values below a folder, by the last part of their keys. */
    Map<String, StoredValue> list(String folder);

    /**
     * Writes a value if nobody has written it since.
     *
     * @param expected the version that it has; 0 when the key is to be new
     * @return the new version, or 0 when it has another version than expected
     */
    long write(String key, String value, long expected);

    /**
     * Takes a value away if nobody has written it since.
     *
     * @param expected the version that it has
     * @return false when it has another version; true also when it is gone already
     */
    boolean delete(String key, long expected);

    /**
     * Announces something until {@link #close} or the end of the process; once more, with another value, changes it.
     */
    void announce(String key, String value);

    /**
     * Lets what was announced live on, and lets what is read afterwards be as new as what anybody wrote before.
     *
     * @return for how many nanoseconds, counted from before the call, others find it at least, should this process not
     *     be heard any more
     */
    long renew();

    /** What living processes announce below a folder, by the last part of their keys. */
    Map<String, String> announced(String folder);

    /**
     * Calls somebody, on a thread of the repository, when something may have changed or the place answers again. Only
     * the last one that was given is called; calls are cheap for it.
     */
    void watch(Runnable changed);

    /** Whether the place answers, as far as is known. */
    boolean isConnected();

    /** Withdraws what was announced, as far as the place answers, and ends all threads. */
    @Override
    void close();
}
