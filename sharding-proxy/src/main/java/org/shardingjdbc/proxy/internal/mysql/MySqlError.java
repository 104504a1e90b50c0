package org.shardingjdbc.proxy.internal.mysql;

/** Errors that the server itself finds, with the numbers, states and texts by which clients of MySQL know them. */
enum MySqlError {
    TOO_MANY_CONNECTIONS(1040, "08004", "Too many connections"),
    DATABASE_DENIED(1044, "42000", "Access denied for user '%s'@'%s' to database '%s'"),
    BAD_HANDSHAKE(1043, "08S01", "Bad handshake"),
    ACCESS_DENIED(1045, "28000", "Access denied for user '%s'@'%s' (using password: %s)"),
    CERTIFICATE(1045, "28000", "Access denied for user '%s'@'%s': %s"),
    WRONG_SEPARATOR(1083, "42000", "Field separator argument is not what is expected; check the manual"),
    UNKNOWN_COLUMN(1054, "42S22", "Unknown column '%s' in 'field list'"),
    INVALID_TEXT(1300, "HY000", "Invalid %s character string in the file"),
    NO_DATABASE(1046, "3D000", "No database selected"),
    UNKNOWN_COMMAND(1047, "08S01", "Unknown command"),
    UNKNOWN_DATABASE(1049, "42000", "Unknown database '%s'"),
    SHUTDOWN(1053, "08S01", "Server shutdown in progress"),
    SYNTAX(1064, "42000", "%s"),
    EMPTY_QUERY(1065, "42000", "Query was empty"),
    NO_SUCH_THREAD(1094, "HY000", "Unknown thread id: %s"),
    KILL_DENIED(1095, "HY000", "You are not owner of thread %s"),
    UNKNOWN(1105, "HY000", "%s"),
    UNKNOWN_CHARSET(1115, "42000", "Unknown character set: '%s'"),
    LOCAL_FILE(
            1148,
            "42000",
            "LOAD DATA LOCAL is not allowed: the proxy has to be started with localFiles(), and the client to offer it"),
    PACKET_TOO_LARGE(1153, "08S01", "Got a packet bigger than 'max_allowed_packet' bytes"),
    PACKETS_OUT_OF_ORDER(1156, "08S01", "Got packets out of order"),
    NO_FILE(1026, "HY000", "The rows of a cursor could not be written to a temporary file, or read from it: %s"),
    TOO_MANY_ROWS(1114, "HY000", "The rows of a session's open cursors have more than %s bytes"),
    TOO_MANY_CURSORS(
            1114,
            "HY000",
            "The open cursors of a session have their rows in more than %s files, or those of all sessions in too many: read"
                    + " them to their end, or close statements"),
    TOO_MANY_OF_USER(1203, "42000", "User %s already has more than 'max_user_connections' active connections"),
    TOO_MANY_OF_ADDRESS(1040, "08004", "Too many connections from this address"),
    WRONG_ARGUMENTS(1210, "HY000", "Incorrect arguments to %s"),
    NOT_SUPPORTED(1235, "42000", "The proxy does not support %s"),
    WRONG_VALUE(1231, "42000", "Variable '%s' can't be set to the value of '%s'"),
    UNKNOWN_STATEMENT(1243, "HY000", "Unknown prepared statement handler (%s) given to %s"),
    UNSUPPORTED_PARAMETER(1210, "HY000", "The proxy does not know parameters of the type %s"),
    INVALID_CHARACTERS(1300, "HY000", "Invalid %s character string in the statement, outside of quotes"),
    INTERRUPTED(1317, "70100", "Query execution was interrupted"),
    NO_CURSOR(1421, "HY000", "The statement (%s) has no open cursor"),
    NOT_PREPARABLE(1295, "HY000", "This command is not supported in the prepared statement protocol yet"),
    TOO_MANY_STATEMENTS(1461, "42000", "Can't create more than max_prepared_stmt_count statements (current value: %s)"),
    MALFORMED_PACKET(1835, "HY000", "Malformed communication packet. %s"),
    IDLE(4031, "HY000", "The client was disconnected by the server because of inactivity.");

    private final int number;
    private final String state;
    private final String message;

    MySqlError(int number, String state, String message) {
        this.number = number;
        this.state = state;
        this.message = message;
    }

    int number() {
        return number;
    }

    String state() {
        return state;
    }

    String message(Object... arguments) {
        return String.format(message, arguments);
    }
}
