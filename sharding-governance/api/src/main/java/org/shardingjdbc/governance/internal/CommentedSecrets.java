package org.shardingjdbc.governance.internal;

import java.io.StringReader;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.events.CommentEvent;
import org.yaml.snakeyaml.events.Event;

/** Hides what may be secrets in the comments of a document, where former values stand. Stateless. */
final class CommentedSecrets {
    /** Where keys of all kinds are told from other words. */
    private static final String PATH = "rules.props.";

    private static final String HIDDEN = "# ***";

    private CommentedSecrets() {}

    /**
     * The text with such comments as {@value #HIDDEN}.
     *
     * @param text a document that can be read
     */
    static String hidden(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setProcessComments(true);
        // Marks count code points.
        int[] points = text.codePoints().toArray();
        StringBuilder hidden = new StringBuilder();
        int from = 0;
        for (Event event : new Yaml(new SafeConstructor(options)).parse(new StringReader(text))) {
            if (event instanceof CommentEvent comment && isSecret(comment.getValue())) {
                int start = comment.getStartMark().getIndex();
                hidden.append(new String(points, from, start - from)).append(HIDDEN);
                from = comment.getEndMark().getIndex();
            }
        }
        return hidden.append(new String(points, from, points.length - from)).toString();
    }

    private static boolean isSecret(String comment) {
        if (SecretEntries.isPlain("", comment)) {
            return true;
        }
        for (int colon = comment.indexOf(':'); colon >= 0; colon = comment.indexOf(':', colon + 1)) {
            int begin = colon;
            while (begin > 0 && isOfKey(comment.charAt(begin - 1))) {
                begin--;
            }
            String value = comment.substring(colon + 1).strip();
            if (begin < colon && SecretEntries.isPlain(PATH + comment.substring(begin, colon), value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfKey(char each) {
        return Character.isLetterOrDigit(each) || each == '-' || each == '_';
    }
}
