package org.shardingjdbc.proxy.internal.server;

/** Whether one client more may be logged in. */
public enum Admission {
    /** It is. */
    ADMITTED,
    /** There are as many clients as there may be. */
    SERVER_FULL,
    /** There are as many of this user as there may be. */
    USER_FULL,
    /** There are as many from this address as there may be. */
    ADDRESS_FULL
}
