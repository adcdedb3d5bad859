package dev.muster.workflows;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.temporal.workflow.Workflow;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.UUID;

/**
 * Workflow code must do the same again when it is replayed, so it may ask nobody but the engine.
 */
@AnalyzeClasses(
    packages = "dev.muster.workflows",
    importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  private static final String[] WORKFLOW_CODE = {
    "dev.muster.workflows.orchestration..",
    "dev.muster.workflows.playbook..",
    "dev.muster.workflows.signals..",
    "dev.muster.workflows.temporalui..",
    "dev.muster.workflows.waiting.."
  };

  @ArchTest
  static final ArchRule workflowCodeTakesTheTimeFromTheEngine =
      noClasses()
          .that()
          .resideInAnyPackage(WORKFLOW_CODE)
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(LocalDate.class, "now")
          .orShould()
          .callMethod(LocalDateTime.class, "now")
          .orShould()
          .callMethod(OffsetDateTime.class, "now")
          .orShould()
          .callMethod(ZonedDateTime.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class);

  @ArchTest
  static final ArchRule workflowCodeHasNoRandomThreadLoggerOrInputAndOutput =
      noClasses()
          .that()
          .resideInAnyPackage(WORKFLOW_CODE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.util.concurrent..",
              "java.util.logging..",
              "java.util.random..",
              "java.io..",
              "java.net..",
              "java.nio..",
              "java.sql..",
              "org.slf4j..",
              "io.grpc..",
              "io.temporal.client..")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(java.util.Random.class)
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .callMethod(Math.class, "random");

  @ArchTest
  static final ArchRule workflowCodeNeverAwaitsWithATimeOut =
      noClasses()
          .should()
          .callMethod(
              Workflow.class, "await", java.time.Duration.class, java.util.function.Supplier.class)
          .orShould()
          .callMethod(Workflow.class, "sleep", java.time.Duration.class)
          .because("its timer stays behind and costs a workflow task; Alarm does not");

  @ArchTest
  static final ArchRule theContractDependsOnTheDomainAndTemporalOnly =
      classes()
          .that()
          .resideInAPackage("dev.muster.workflows.contract")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "dev.muster.workflows.contract",
                  "dev.muster.domain..",
                  "io.temporal..",
                  "io.grpc..",
                  "org.slf4j..",
                  "org.jspecify..",
                  "com.google.errorprone.annotations..",
                  "com.fasterxml.jackson.annotation..",
                  "tools.jackson.databind..",
                  "java.."));

  @ArchTest
  static final ArchRule workflowCodeDoesNotKnowTheClient =
      noClasses()
          .that()
          .resideInAnyPackage(WORKFLOW_CODE)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.muster.workflows.client");

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("dev.muster.workflows.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule classesAreFinal =
      classes()
          .that()
          .areNotInterfaces()
          .and(not(assignableTo(Enum.class)))
          .and()
          .haveSimpleNameNotEndingWith("package-info")
          .and()
          .areNotAnonymousClasses()
          .should()
          .haveModifier(com.tngtech.archunit.core.domain.JavaModifier.FINAL)
          .allowEmptyShould(false);
}
