/**
 * The document of a configuration as rules read it and write it. A {@link org.shardingjdbc.rule.RuleProvider} receives
 * the map below its tag, reads its record from it, and writes a record as the text of such a map.
 */
@NullMarked
package org.shardingjdbc.rule.document;

import org.jspecify.annotations.NullMarked;
