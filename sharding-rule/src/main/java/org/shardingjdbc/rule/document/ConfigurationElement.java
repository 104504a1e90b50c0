package org.shardingjdbc.rule.document;

import org.jspecify.annotations.Nullable;

/** An element of a list in a configuration document. */
public interface ConfigurationElement {
    /** Whether it is a map. */
    boolean isMap();

    /** The map that it is; null after a mistake. */
    @Nullable
    ConfigurationMap map();

    /** The text that it is, its placeholders filled; null after a mistake. */
    @Nullable
    String text();
}
