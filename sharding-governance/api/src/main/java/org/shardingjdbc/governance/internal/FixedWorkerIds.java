package org.shardingjdbc.governance.internal;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that instances do not share a worker id, with which they would make the same keys. Immutable.
 *
 * @param shared whether several instances read the document
 */
record FixedWorkerIds(boolean shared) {
    private static final Logger LOG = LoggerFactory.getLogger(FixedWorkerIds.class);

    /** What an instance starts with: a document that counts for all already is only warned of. */
    void check(StartDocument start) {
        String text = start.document().text();
        if (start.isNew()) {
            refuse(text);
        } else if (shared && !ConfigurationDocuments.fixedWorkerIds(text).isEmpty()) {
            LOG.warn(
                    "All instances have the same worker id, and make the same keys: {}",
                    ConfigurationDocuments.fixedWorkerIds(text));
        }
    }

    /** @throws ShardingException when the document would give all instances one id */
    void refuse(String text) {
        List<String> fixed = shared ? ConfigurationDocuments.fixedWorkerIds(text) : List.of();
        if (!fixed.isEmpty()) {
            throw new ShardingException(
                    ErrorCode.GOVERNANCE_MISCONFIGURED,
                    String.join(", ", fixed) + " would be the same for all instances, which would make the same keys;"
                            + " leave it out, and each instance leases one, or write a placeholder that each fills");
        }
    }
}
