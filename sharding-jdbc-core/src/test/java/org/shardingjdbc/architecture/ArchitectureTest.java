package org.shardingjdbc.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.shardingjdbc.dialect.internal.Dialects;

/** The arrows of docs/architecture.md: who may know whom. */
@AnalyzeClasses(packages = "org.shardingjdbc", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String ERROR = "org.shardingjdbc.error..";
    private static final String DIALECT = "org.shardingjdbc.dialect..";
    private static final String DIALECT_FOLDERS = "org.shardingjdbc.dialect.internal.*..";
    private static final String PARSER = "org.shardingjdbc.parser..";
    private static final String RULE = "org.shardingjdbc.rule..";
    private static final String ROUTE = "org.shardingjdbc.route..";
    private static final String TEMPLATE = "org.shardingjdbc.plan.internal.template..";
    private static final String MERGE = "org.shardingjdbc.merge..";
    private static final String TRANSACTION = "org.shardingjdbc.transaction..";
    private static final String BASE = "org.shardingjdbc.transaction.base..";
    private static final String ENGINE = "org.shardingjdbc.engine..";
    private static final String CORE = "org.shardingjdbc.jdbc..";
    private static final String PLAN = "org.shardingjdbc.plan..";

    @ArchTest
    static final ArchRule errorKnowsNoOtherModule = noClasses()
            .that()
            .resideInAPackage(ERROR)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(DIALECT, PARSER, RULE, ROUTE, MERGE, PLAN, TRANSACTION, ENGINE, CORE);

    @ArchTest
    static final ArchRule dialectsKnowNoOtherModule = noClasses()
            .that()
            .resideInAPackage(DIALECT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PARSER, RULE, ROUTE, MERGE, PLAN, TRANSACTION, ENGINE, CORE);

    /** What differs between databases is asked of a dialect; nobody asks which one it is. */
    @ArchTest
    static final ArchRule nobodyNamesADatabase = noClasses()
            .that()
            .resideOutsideOfPackage(DIALECT)
            .should()
            .accessFieldWhere(new DescribedPredicate<>("it is a constant of Dialects") {
                @Override
                public boolean test(JavaFieldAccess access) {
                    return access.getTargetOwner().isEquivalentTo(Dialects.class);
                }
            });

    /** A database answers through the facets of Dialect, which finds it by its service entry. */
    @ArchTest
    static final ArchRule nobodyKnowsTheFolderOfADialect = noClasses()
            .that()
            .resideOutsideOfPackage(DIALECT_FOLDERS)
            .should()
            .dependOnClassesThat(resideInAPackage(DIALECT_FOLDERS)
                    .and(not(resideInAnyPackage(
                            "org.shardingjdbc.dialect.internal.replication",
                            "org.shardingjdbc.dialect.internal.structure"))));

    @ArchTest
    static final ArchRule parserKnowsOnlyErrorsAndDialects = noClasses()
            .that()
            .resideInAPackage(PARSER)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(RULE, ROUTE, MERGE, PLAN, TRANSACTION, ENGINE, CORE);

    @ArchTest
    static final ArchRule ruleKnowsOnlyTheParser = noClasses()
            .that()
            .resideInAPackage(RULE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROUTE, MERGE, PLAN, TRANSACTION, ENGINE, CORE);

    @ArchTest
    static final ArchRule routeKnowsOnlyRulesAndTheParser = noClasses()
            .that()
            .resideInAPackage(ROUTE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(MERGE, PLAN, TRANSACTION, ENGINE, CORE);

    @ArchTest
    static final ArchRule templatesKnowNothingOfPlans = noClasses()
            .that()
            .resideInAPackage(TEMPLATE)
            .should()
            .dependOnClassesThat(resideInAnyPackage(MERGE, TRANSACTION, ENGINE, CORE)
                    .or(resideInAPackage(PLAN).and(not(resideInAPackage(TEMPLATE)))));

    @ArchTest
    static final ArchRule mergeKnowsNeitherSqlNorRoutes = noClasses()
            .that()
            .resideInAPackage(MERGE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PARSER, RULE, ROUTE, PLAN, TRANSACTION, ENGINE, CORE);

    /** BASE looks at what it is to undo. */
    @ArchTest
    static final ArchRule transactionStandsAlone = noClasses()
            .that(resideInAPackage(TRANSACTION).and(not(resideInAPackage(BASE))))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PARSER, RULE, ROUTE, MERGE, PLAN, ENGINE, CORE);

    @ArchTest
    static final ArchRule planKnowsNothingOfExecution = noClasses()
            .that()
            .resideInAPackage(PLAN)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(TRANSACTION, ENGINE, CORE);

    @ArchTest
    static final ArchRule theEngineKnowsNoFace = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(CORE);

    /**
     * Dates of java.sql are values that applications pass as parameters; nothing else of it may be known before
     * execution.
     */
    @ArchTest
    static final ArchRule planningIsFreeOfJdbc = noClasses()
            .that()
            .resideInAnyPackage(PARSER, RULE, ROUTE, PLAN)
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("java.sql..", "javax.sql..").and(not(assignableTo(java.util.Date.class))));

    @ArchTest
    static final ArchRule noRegularExpressionsOverSql = noClasses()
            .that()
            .resideInAnyPackage(PARSER, PLAN)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.regex..");

    @ArchTest
    static final ArchRule nothingPrints = noClasses()
            .that()
            .resideInAnyPackage(ERROR, DIALECT, PARSER, RULE, ROUTE, MERGE, PLAN, TRANSACTION, ENGINE, CORE)
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule modulesHaveNoCycles =
            slices().matching("org.shardingjdbc.(*)..").should().beFreeOfCycles();
}
