package org.shardingjdbc.proxy.internal.server;

/**
 * By what a session is found again, by somebody who may cancel it.
 *
 * @param id unique among the sessions of a server; positive
 * @param secret what only its client was told
 */
public record ClientKey(int id, int secret) {}
