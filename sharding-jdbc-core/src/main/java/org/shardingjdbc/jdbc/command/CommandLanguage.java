package org.shardingjdbc.jdbc.command;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A language of statements about the configuration. Listed in {@code META-INF/services}. Stateless, safe for all
 * threads, with a public constructor without parameters.
 */
@Incubating
public interface CommandLanguage {
    /**
     * Parses a text; called once for each plan. It must be quick for texts of other languages, as almost all are.
     *
     * @return null for a text of another language; every statement of a database must be among these
     * @throws org.shardingjdbc.error.ShardingException when the text is of this language and wrong, with the place
     */
    @Nullable
    Command read(String sql);
}
