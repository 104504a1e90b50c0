/**
 * Auditors of one's own. What is known of an execution enters, a refusal leaves. Begin with
 * {@link org.shardingjdbc.rule.audit.Auditor}; the rule {@code !SHARDING} calls it before a statement runs.
 */
@NullMarked
package org.shardingjdbc.rule.audit;

import org.jspecify.annotations.NullMarked;
