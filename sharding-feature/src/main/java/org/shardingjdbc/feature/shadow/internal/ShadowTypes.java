package org.shardingjdbc.feature.shadow.internal;

import org.shardingjdbc.feature.internal.NamedAlgorithms.Maker;
import org.shardingjdbc.feature.shadow.HintShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowAlgorithm;
import org.shardingjdbc.feature.shadow.ShadowAlgorithmFactory;
import org.shardingjdbc.rule.algorithm.TypeRegistry;
import org.shardingjdbc.rule.hint.Side;

/** The types of shadow algorithms: those of this library, and those of the application's service entries. Stateless. */
final class ShadowTypes {
    private ShadowTypes() {}

    static TypeRegistry<Maker<ShadowAlgorithm>> all() {
        return new TypeRegistry<Maker<ShadowAlgorithm>>("shadow algorithm type")
                .builtIn("VALUE_MATCH", ColumnMatch::ofValue)
                .builtIn("REGEX_MATCH", ColumnMatch::ofRegex)
                .builtIn("SQL_HINT", properties -> (HintShadowAlgorithm) hints -> hints.side() == Side.SHADOW)
                .services(ShadowAlgorithmFactory.class, ShadowAlgorithmFactory::type, factory -> factory::create);
    }
}
