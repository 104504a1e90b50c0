package org.shardingjdbc.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/** What to do about the tag of a rule in a YAML file of Spring, which reads no tags. Stateless; made by Boot. */
final class TaggedRuleAnalyzer extends AbstractFailureAnalyzer<MarkedYAMLException> {
    private static final String TAG = "could not determine a constructor for the tag !";

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable root, MarkedYAMLException cause) {
        String problem = String.valueOf(cause.getProblem());
        if (!problem.startsWith(TAG) || cause.getProblemMark() == null) {
            return null;
        }
        String tag = problem.substring(TAG.length());
        return new FailureAnalysis(
                "The properties of the application have the tag !" + tag + " at line "
                        + (cause.getProblemMark().getLine() + 1) + ", and Spring reads no tags.",
                "Where it is a rule of sharding-jdbc, write it as a key: 'sharding.rules."
                        + tag.toLowerCase(java.util.Locale.ROOT).replace('_', '-')
                        + "'; or name a document of its own by 'sharding.config: classpath:sharding.yaml'.",
                cause);
    }
}
