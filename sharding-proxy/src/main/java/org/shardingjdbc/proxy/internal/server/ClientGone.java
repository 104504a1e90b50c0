package org.shardingjdbc.proxy.internal.server;

import java.io.IOException;

/** There is nobody any more to whom an answer could be sent. */
public final class ClientGone extends IOException {
    private static final long serialVersionUID = 1L;

    ClientGone() {
        super("The client has closed its connection");
    }
}
