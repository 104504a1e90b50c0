package org.shardingjdbc.rule.convert;

import org.shardingjdbc.Incubating;

/** How a key of the input was converted. */
@Incubating
public enum ConversionVerdict {
    /** It is in the result as it was. */
    TAKEN("taken"),
    /** It is in the result in another form. */
    CHANGED("changed"),
    /** It is not in the result, and nothing is lost. */
    DROPPED("dropped"),
    /** There is no equivalent in this library, or it cannot be determined: manual work is needed. */
    NOT_YET("not yet");

    private final String id;

    ConversionVerdict(String id) {
        this.id = id;
    }

    /** As reports write it. */
    public String id() {
        return id;
    }
}
