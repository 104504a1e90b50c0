package org.shardingjdbc.jdbc.internal.document;

import java.util.Locale;

/** URLs of databases as they may be shown. Stateless. */
public final class BareUrl {
    private static final String HIDDEN = "***";

    private BareUrl() {}

    /**
     * A URL without its parameters, and without the users and passwords that stand before or among its hosts.
     *
     * @param url as drivers take it
     */
    public static String of(String url) {
        int host = url.indexOf("//") + 2;
        if (host < 2 || host > first(url, 0, "?;")) {
            return url.substring(0, first(url, 0, "?;"));
        }
        int path = first(url, host, "/?");
        String hosts = hosts(url.substring(host, path));
        return url.substring(0, host)
                + hosts
                + (hosts.equals(HIDDEN) || hosts.indexOf(';') >= 0 ? "" : url.substring(path, first(url, path, "?;")));
    }

    private static String hosts(String hosts) {
        int user = hosts.lastIndexOf('@');
        int parameter = hosts.indexOf(';');
        if (parameter >= 0 && parameter < user) {
            // of a password, or the beginning of parameters one of which has an @
            return HIDDEN;
        }
        String bare = hosts.substring(user + 1);
        return bare.indexOf('(') < 0 ? bare.substring(0, first(bare, 0, ";")) : withoutValues(bare);
    }

    /** Of {@code (host=...,password=...)} and {@code (host=...)(password=...)}. */
    private static String withoutValues(String hosts) {
        StringBuilder shown = new StringBuilder();
        int from = 0;
        for (int equals = hosts.indexOf('='); equals >= 0; equals = hosts.indexOf('=', from)) {
            int end = first(hosts, equals + 1, ",)(");
            int begin = equals;
            while (begin > 0 && Character.isLetterOrDigit(hosts.charAt(begin - 1))) {
                begin--;
            }
            String key = hosts.substring(begin, equals).toLowerCase(Locale.ROOT);
            boolean nested = hosts.startsWith("(", equals + 1);
            boolean place = nested || key.equals("host") || key.equals("port");
            shown.append(hosts, from, equals + 1).append(place ? hosts.substring(equals + 1, end) : HIDDEN);
            from = end;
        }
        return shown.append(hosts.substring(from)).toString();
    }

    private static int first(String text, int from, String characters) {
        int at = from;
        while (at < text.length() && characters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }
}
