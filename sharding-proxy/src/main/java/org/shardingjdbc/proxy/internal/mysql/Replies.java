package org.shardingjdbc.proxy.internal.mysql;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.proxy.internal.server.ClientGone;

/** What the server answers with, as a session's capabilities have it. Not thread-safe; one per session. */
final class Replies {
    private static final int OK = 0;
    private static final int EOF = 0xfe;
    private static final int ERROR = 0xff;
    private static final int MORE_PROOF = 1;

    private static final String OF_THE_LIBRARY = "SHD-";
    private static final String TRUNCATION = "Data truncation: ";
    private static final int STATE_LENGTH = 5;
    private static final String GENERAL_STATE = "HY000";

    private final PacketWriter out;
    private final SessionChanges changes = new SessionChanges();
    private int capabilities;
    private ClientCharset charset = ClientCharset.UTF8MB4;
    /** Whether the client takes whatever comes now for the answer to its next command. */
    private boolean answered;

    Replies(PacketWriter out) {
        this.out = out;
    }

    /** Of which the client is told with the next OK. */
    SessionChanges changes() {
        return changes;
    }

    PacketWriter out() {
        return out;
    }

    /** The number of the packet that comes next, of whichever side. */
    int nextNumber() {
        return out.sequence();
    }

    int capabilities() {
        return capabilities;
    }

    void capabilities(int agreed) {
        capabilities = agreed;
    }

    /** Whether a text may have several statements from now on. */
    void severalStatements(boolean may) {
        int several = Capabilities.MULTI_STATEMENTS;
        capabilities = may ? capabilities | several : capabilities & ~several;
    }

    boolean can(int capability) {
        return (capabilities & capability) != 0;
    }

    ClientCharset charset() {
        return charset;
    }

    void charset(ClientCharset now) {
        charset = now;
    }

    /** A command of the client is answered next. */
    void commandBegins() {
        answered = false;
    }

    /** Whether the answer to the command has its last packet. */
    boolean isAnswered() {
        return answered;
    }

    private void ends(int status) {
        answered = (status & StatusFlags.MORE_RESULTS) == 0;
    }

    void ok(int status) throws ClientGone {
        ok(0, 0, status, 0);
    }

    void ok(long changed, long lastKey, int status, int warnings) throws ClientGone {
        ok(OK, changed, lastKey, status, warnings, "");
    }

    /** @param info what clients show */
    void ok(long changed, int status, int warnings, String info) throws ClientGone {
        ok(OK, changed, 0, status, warnings, info);
    }

    private void ok(int header, long changed, long lastKey, int status, int warnings, String info) throws ClientGone {
        byte[] told = changes.take();
        boolean tells = told.length > 0 && can(Capabilities.SESSION_TRACK);
        out.begin().int1(header).lengthEncoded(changed).lengthEncoded(lastKey);
        out.int2(tells ? status | StatusFlags.CHANGED : status).int2(Math.min(warnings, 0xffff));
        if (tells || !info.isEmpty()) {
            out.lengthEncodedText(info, charset.java());
        }
        if (tells) {
            out.lengthEncodedBytes(told);
        }
        out.end();
        ends(status);
    }

    /** Asks the client for a file, of which it sends all, in packets of which the last one is empty. */
    void askForFile(String name) throws ClientGone {
        out.begin().int1(WireRows.NULL).text(name, charset.java()).end();
    }

    /** The end of rows. */
    void endOfRows(int status, int warnings) throws ClientGone {
        if (can(Capabilities.DEPRECATE_EOF)) {
            ok(EOF, 0, 0, status, warnings, "");
        } else {
            eof(status, warnings);
            ends(status);
        }
    }

    private void eof(int status, int warnings) throws ClientGone {
        out.begin().int1(EOF).int2(Math.min(warnings, 0xffff)).int2(status).end();
    }

    /** The head of rows: how many columns they have, and which. */
    void columns(List<WireColumn> columns, int status) throws ClientGone {
        out.begin().lengthEncoded(columns.size()).end();
        describe(columns, status);
    }

    /** The head of rows that the client fetches when it likes, which nothing follows. */
    void cursor(List<WireColumn> columns, int status, int warnings) throws ClientGone {
        out.begin().lengthEncoded(columns.size()).end();
        for (WireColumn column : columns) {
            column.write(out, charset.java());
        }
        endOfRows(status | StatusFlags.CURSOR, warnings);
    }

    /** Columns of rows, or of what is prepared; none of them for none. */
    void describe(List<WireColumn> columns, int status) throws ClientGone {
        for (WireColumn column : columns) {
            column.write(out, charset.java());
        }
        if (!columns.isEmpty() && !can(Capabilities.DEPRECATE_EOF)) {
            eof(status, 0);
        }
    }

    /** Has the client prove who it is by another method, over the nonce of the greeting, as servers do. */
    void switchMethod(AuthMethod method, byte[] nonce) throws ClientGone {
        out.begin().int1(EOF).untilZero(method.title()).bytes(nonce).int1(0).end();
        out.flush();
    }

    /** The method has gone its way: what follows is OK. */
    void proved() throws ClientGone {
        out.begin().int1(MORE_PROOF).int1(3).end();
    }

    void error(MySqlError error, Object... arguments) throws ClientGone {
        error(error.number(), error.state(), error.message(arguments));
    }

    /** As the database gives it, or as the library does: then it has no number of MySQL's. */
    void error(SQLException e) throws ClientGone {
        error(number(e), state(e), message(e));
    }

    /** By which clients of MySQL know an error; what the library numbers is not among them. */
    static int number(SQLException e) {
        int number = e.getErrorCode();
        boolean known = number > 0 && number <= 0xffff && !message(e).startsWith(OF_THE_LIBRARY);
        return known ? number : MySqlError.UNKNOWN.number();
    }

    void error(int number, String state, String message) throws ClientGone {
        changes.drop();
        out.begin().int1(ERROR).int2(number);
        // Before a client has told what it can, it knows no states.
        if (can(Capabilities.PROTOCOL_41)) {
            out.int1('#').text(state, StandardCharsets.US_ASCII);
        }
        out.text(message, charset.java()).end();
        answered = true;
    }

    private static String state(SQLException e) {
        String state = e.getSQLState();
        if (String.valueOf(e.getMessage()).startsWith(TRUNCATION)) {
            return truncationState(e.getErrorCode());
        }
        return state == null || state.length() != STATE_LENGTH ? GENERAL_STATE : state;
    }

    /** What MySQL's driver calls a truncation has one state there, and several of the database. */
    private static String truncationState(int number) {
        return switch (number) {
            case 1264, 1690 -> "22003";
            case 1292 -> "22007";
            case 1441 -> "22008";
            case 1406 -> "22001";
            case 1265 -> "01000";
            default -> GENERAL_STATE;
        };
    }

    /** Without what drivers write before it: the number of their own connection, or the kind of the error. */
    static String message(SQLException e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        if (message.startsWith("(conn=")) {
            int end = message.indexOf(") ");
            return end < 0 ? message : message.substring(end + 2);
        }
        return message.startsWith(TRUNCATION) ? message.substring(TRUNCATION.length()) : message;
    }
}
