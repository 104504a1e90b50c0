/**
 * Encrypted columns, as users see them. The rule {@code !ENCRYPT} enters as
 * {@link org.shardingjdbc.feature.encrypt.EncryptRuleConfiguration}; values leave as an
 * {@link org.shardingjdbc.feature.encrypt.EncryptionAlgorithm} stores them, which applications may bring. What the rule
 * does is in {@code internal}.
 */
@NullMarked
package org.shardingjdbc.feature.encrypt;

import org.jspecify.annotations.NullMarked;
