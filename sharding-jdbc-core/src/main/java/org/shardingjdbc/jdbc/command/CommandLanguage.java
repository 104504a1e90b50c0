package org.shardingjdbc.jdbc.command;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A language of statements about the configuration. An implementation is listed in {@code META-INF/services} and has a
 * public constructor without parameters; it has no state and is safe for all threads.
 */
@Incubating
public interface CommandLanguage {
    /**
     * Parses a text. It is called once for each text that is planned, and almost all of them are SQL of a database, so
     * it must reject a text of another language quickly.
     *
     * @return the command; null for a text of another language, which includes all SQL that a database understands
     * @throws org.shardingjdbc.error.ShardingException when the text is of this language and has an error; the message
     *     tells where
     */
    @Nullable
    Command read(String sql);
}
