package org.shardingjdbc.engine.observe;

/** The execution units of one execution; a statement that is answered in steps has several of these. */
public interface ObservedUnits {
    /** How many; at least 1. */
    int size();

    /**
     * The SQL of a unit, with a question mark for each literal. Made when it is asked for.
     *
     * @param unit from 0 to below {@link #size()}
     */
    String shape(int unit);
}
