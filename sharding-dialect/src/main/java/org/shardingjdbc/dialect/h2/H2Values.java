package org.shardingjdbc.dialect.h2;

import org.shardingjdbc.dialect.Values;

/** H2 rounds. */
final class H2Values implements Values {
    @Override
    public boolean roundsToIntegers() {
        return true;
    }
}
