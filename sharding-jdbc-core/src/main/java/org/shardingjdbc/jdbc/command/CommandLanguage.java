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
     * Reads a text, once for each plan that is made: quick where the text is none of its own, which every other text
     * is.
     *
     * @return null for a text of another language; such as any database knows must be among them
     * @throws org.shardingjdbc.error.ShardingException when the text is of this language and wrong, with the place
     */
    @Nullable
    Command read(String sql);
}
