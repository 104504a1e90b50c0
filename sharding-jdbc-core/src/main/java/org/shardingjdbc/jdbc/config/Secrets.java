package org.shardingjdbc.jdbc.config;

import org.shardingjdbc.jdbc.internal.yaml.SecretNames;

/** How passwords and keys are written when a configuration is written. */
public enum Secrets {
    /** They are written as they are: the text is as secret as they are. */
    WRITTEN,
    /**
     * A placeholder stands for each, such as <code>$${DS_0_PASSWORD}</code>, which the environment or system properties
     * fill when the text is read. Secret is every property whose name has a word such as password, secret, token, key
     * or salt, and a URL that has one.
     */
    PLACEHOLDERS;

    /** Whether the value of a property is secret, by its name. */
    public static boolean isSecret(String property) {
        return SecretNames.isSecret(property);
    }
}
