package org.shardingjdbc.feature.encrypt;

import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/**
 * Supplies the keys of an encryptor whose property {@code key-service} names it; for example a vault. Listed in
 * {@code META-INF/services} under this interface's name; has a public constructor without parameters. Called by threads
 * that open or reconfigure data sources, several at once if there are several of them.
 */
public interface KeyService {
    /** The type's name in configurations, compared without case. */
    String type();

    /**
     * The keys of one encryptor. Called when a data source is opened, and again whenever it is reconfigured, also with
     * the configuration that it has: so new keys come in without a restart. Not called by statements; may block.
     *
     * @param properties of the encryptor; properties that are not read are reported as unknown
     * @return as the property {@code keys}: {@code <id>:<Base64>} between commas or on lines, the key for writing first
     * @throws Exception when the keys cannot be had: the configuration is refused then, and the one before goes on. Its
     *     text is shown
     */
    String keys(AlgorithmProperties properties) throws Exception;
}
