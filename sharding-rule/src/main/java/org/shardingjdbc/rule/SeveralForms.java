package org.shardingjdbc.rule;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Writes one of the forms in which a value may be stored: under the first of several keys, say. A value that a column
 * of {@link StoredProperty#LOOKUP} is compared with is looked for in each of them.
 */
public interface SeveralForms extends UnaryOperator<Object> {
    /** What makes each of the other forms of the same value; empty where there is one form only. */
    List<UnaryOperator<Object>> others();
}
