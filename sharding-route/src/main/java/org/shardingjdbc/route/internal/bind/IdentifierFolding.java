package org.shardingjdbc.route.internal.bind;

import java.util.Locale;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.parser.internal.ast.Identifier;

/**
 * Names as a database keeps them: {@code "Amount"} is another name than {@code amount} where quotes keep the case, and
 * the same where they make no difference. Stateless.
 */
public final class IdentifierFolding {
    private IdentifierFolding() {}

    /** A name as the database keeps it. */
    public static String of(Identifier name, Dialect dialect) {
        Naming naming = dialect.naming();
        boolean kept = name.quoted() && !(name.backticks() && naming.quotesKeepCase());
        return kept ? name.text() : naming.folded(name.text());
    }

    /** Whether a name means what is kept under another one. */
    public static boolean means(Identifier name, String kept, Dialect dialect) {
        String own = of(name, dialect);
        if (own.equals(kept) || !own.equalsIgnoreCase(kept)) {
            return own.equals(kept);
        }
        Naming naming = dialect.naming();
        return !naming.quotesKeepCase() || naming.foldsAsConfigured() && isOfOneCase(own) && isOfOneCase(kept);
    }

    private static boolean isOfOneCase(String name) {
        return name.equals(name.toUpperCase(Locale.ROOT)) || name.equals(name.toLowerCase(Locale.ROOT));
    }
}
