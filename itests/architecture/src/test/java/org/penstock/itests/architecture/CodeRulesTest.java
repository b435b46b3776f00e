package org.penstock.itests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.properties.CanBeAnnotated.Predicates.annotatedWith;
import static com.tngtech.archunit.lang.conditions.ArchConditions.beFinal;
import static com.tngtech.archunit.lang.conditions.ArchConditions.have;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.core.domain.JavaClass.Predicates;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What our code may do (architecture.md, "Changing a part"). */
@AnalyzeClasses(packages = "org.penstock", importOptions = DoNotIncludeTests.class)
class CodeRulesTest {
    private static final String API = "org.penstock.*.api";

    @ArchTest
    static final ArchRule apiTypesHoldNoState =
            fields().that().areDeclaredInClassesThat().resideInAPackage(API).should(beFinal());

    @ArchTest
    static final ArchRule apiBundlesStartNoThread = noClasses()
            .that()
            .resideInAPackage(API)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Thread.class, java.util.concurrent.Executors.class, java.util.Timer.class);

    @ArchTest
    static final ArchRule apiBundlesKnowTheJdkAndOneAnotherOnly = classes()
            .that()
            .resideInAPackage(API)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", API, "org.osgi.annotation..");

    @ArchTest
    static final ArchRule nothingOfABundleOutlivesItByAThreadLocal =
            noFields().should().haveRawType(Predicates.assignableTo(ThreadLocal.class));

    @ArchTest
    static final ArchRule noStaticStateIsMutable = fields().that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat()
            .resideOutsideOfPackage("org.penstock.demo..")
            .should(beFinal());

    /** An interrupt closes the channel its thread waits in. A thread may restore its own after a wait. */
    @ArchTest
    static final ArchRule nobodyInterruptsAnother = noClasses()
            .that()
            .resideOutsideOfPackage("org.penstock.demo..")
            .should()
            .callMethodWhere(describe("interrupts another thread", CodeRulesTest::interruptsAnother));

    private static boolean interruptsAnother(JavaMethodCall call) {
        return call.getTargetOwner().isAssignableTo(Thread.class)
                && call.getName().equals("interrupt")
                && call.getOrigin().getMethodCallsFromSelf().stream()
                        .noneMatch(c -> c.getName().equals("currentThread"));
    }

    @ArchTest
    static final ArchRule noShutdownHooks = noClasses()
            .that()
            .resideOutsideOfPackage("org.penstock.demo..")
            .should()
            .callMethod(Runtime.class, "addShutdownHook", Thread.class);

    /** What is thrown in a strand may be thrown again with each connection, and is told by what counts it. */
    @ArchTest
    static final ArchRule transportsLogNoStackForEachFailure = noClasses()
            .that()
            .resideInAPackage("org.penstock.transport..")
            .should()
            .callMethodWhere(describe("logs a message and what was thrown", CodeRulesTest::logsThrown));

    private static boolean logsThrown(JavaMethodCall call) {
        return call.getTargetOwner().isAssignableTo(org.slf4j.Logger.class)
                && call.getTarget().getRawParameterTypes().stream().anyMatch(t -> t.isAssignableTo(Throwable.class));
    }

    @ArchTest
    static final ArchRule namesSayWhatAClassIs = noClasses()
            .should()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils");

    /** Without, the component runtime makes another one of it: what has the last good configuration is gone with a bad edit. */
    @ArchTest
    static final ArchRule aConfiguredComponentTakesItsEdits = classes()
            .that()
            .areAnnotatedWith("org.osgi.service.metatype.annotations.Designate")
            .and()
            .areNotAssignableTo("org.osgi.service.cm.ManagedServiceFactory")
            .should(have(Predicates.containAnyMethodsThat(
                    annotatedWith("org.osgi.service.component.annotations.Modified"))));
}
