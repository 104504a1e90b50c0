package org.shardingjdbc.governance.jdbc.internal;

import java.util.Map;
import org.shardingjdbc.governance.StoredValue;

/** What processes announce, with beats: each method is one step that others see whole. Safe for all threads. */
interface BeatTable {
    /** What messages call it. */
    String name();

    /** What is announced, dead or alive, by whole keys, with its beats as versions. */
    Map<String, StoredValue> announced();

    /** Says that who announced it lives, and what it announces now; false when it is not there. */
    boolean beat(String key, String value);

    /** Announces what is new; false when it is there. */
    boolean enter(String key, String value, long beat);

    /** Takes away what was announced. */
    void withdraw(String key);

    /** Takes away what was announced, unless there is a sign of life. */
    void bury(String key, long beat);
}
