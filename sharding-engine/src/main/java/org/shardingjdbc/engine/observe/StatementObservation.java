package org.shardingjdbc.engine.observe;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Is notified of the progress of one statement while it is executed, by the thread that executes it. */
public interface StatementObservation {
    /**
     * Units begin. Told several times of a statement in steps; not at all when the statement was refused.
     *
     * @return the listener for them; null for none
     */
    @Nullable
    UnitListener executes(ObservedUnits units);

    /**
     * The method of the application returns, or throws. Rows may be read after that.
     *
     * @param failure what it throws; null when it returns
     */
    void returns(@Nullable SQLException failure);
}
