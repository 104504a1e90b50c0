package org.shardingjdbc.rule.convert;

import org.shardingjdbc.Incubating;

/** What becomes of a key of the input. */
@Incubating
public enum ConversionVerdict {
    /** It is in the result as it was. */
    TAKEN("taken"),
    /** It is in the result in another form. */
    CHANGED("changed"),
    /** It is not in the result, and nothing is lost. */
    DROPPED("dropped"),
    /** This library has nothing that it could become, or cannot know; somebody has to do something. */
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
