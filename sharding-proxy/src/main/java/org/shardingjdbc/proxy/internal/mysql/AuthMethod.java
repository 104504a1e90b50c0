package org.shardingjdbc.proxy.internal.mysql;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.proxy.internal.authority.MySqlPasswords;

/** How a client proves who it is, by the names that the protocol has for it. */
enum AuthMethod {
    NATIVE("mysql_native_password"),
    CACHING_SHA2("caching_sha2_password");

    private final String title;

    AuthMethod(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** @return null for a method that is not ours */
    static @Nullable AuthMethod of(@Nullable String title) {
        for (AuthMethod method : values()) {
            if (method.title.equals(title)) {
                return method;
            }
        }
        return null;
    }

    boolean isRight(byte[] answer, byte[] nonce, String password) {
        return switch (this) {
            case NATIVE -> MySqlPasswords.isNative(answer, nonce, password);
            case CACHING_SHA2 -> MySqlPasswords.isCachingSha2(answer, nonce, password);
        };
    }
}
