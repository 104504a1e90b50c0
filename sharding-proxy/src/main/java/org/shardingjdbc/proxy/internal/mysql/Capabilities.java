package org.shardingjdbc.proxy.internal.mysql;

/**
 * What a client and a server can do, as bits that each tells the other; what both can do holds for the session. Those
 * that the server does not name here it does not offer: compression, local files, MariaDB's own.
 */
final class Capabilities {
    /** MariaDB reads its absence as a server of its own, with further bits; we are none. */
    static final int LONG_PASSWORD = 1;
    /** The count of an UPDATE is that of the rows found, and not of those changed. */
    static final int FOUND_ROWS = 1 << 1;

    static final int LONG_FLAG = 1 << 2;
    static final int CONNECT_WITH_DATABASE = 1 << 3;
    /** By zlib, behind the login. */
    static final int COMPRESS = 1 << 5;

    static final int LOCAL_FILES = 1 << 7;
    static final int PROTOCOL_41 = 1 << 9;
    static final int INTERACTIVE = 1 << 10;
    static final int TLS = 1 << 11;
    static final int TRANSACTIONS = 1 << 13;
    static final int SECURE_CONNECTION = 1 << 15;
    static final int MULTI_STATEMENTS = 1 << 16;
    static final int MULTI_RESULTS = 1 << 17;
    static final int PREPARED_MULTI_RESULTS = 1 << 18;
    static final int PLUGIN_AUTH = 1 << 19;
    static final int CONNECT_ATTRIBUTES = 1 << 20;
    static final int LENGTH_ENCODED_AUTH = 1 << 21;
    /** OK packets tell what of the session has changed. */
    static final int SESSION_TRACK = 1 << 23;
    /** Rows end with an OK packet instead of an EOF packet, and no EOF stands behind columns. */
    static final int DEPRECATE_EOF = 1 << 24;

    /**
     * What the server offers to everyone; {@link #TLS} comes to it where there is a certificate, {@link #FOUND_ROWS}
     * where the drivers of the data sources count so, {@link #LOCAL_FILES} where clients may load files.
     */
    static final int OFFERED = LONG_PASSWORD
            | LONG_FLAG
            | CONNECT_WITH_DATABASE
            | PROTOCOL_41
            | INTERACTIVE
            | TRANSACTIONS
            | SECURE_CONNECTION
            | MULTI_STATEMENTS
            | MULTI_RESULTS
            | PREPARED_MULTI_RESULTS
            | PLUGIN_AUTH
            | CONNECT_ATTRIBUTES
            | LENGTH_ENCODED_AUTH
            | COMPRESS
            | SESSION_TRACK
            | DEPRECATE_EOF;

    private Capabilities() {}
}
