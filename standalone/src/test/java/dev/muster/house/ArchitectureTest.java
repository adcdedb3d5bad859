package dev.muster.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;

/** Dependencies point towards {@code domain}, and decisions are pure. */
@AnalyzeClasses(
    packages = "dev.muster",
    importOptions = {
      ImportOption.DoNotIncludeTests.class,
      ArchitectureTest.DoNotIncludeJarsOfTests.class
    })
final class ArchitectureTest {

  /** Stand-ins for the acceptance tests come as another module's jar of tests. */
  static final class DoNotIncludeJarsOfTests implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final DescribedPredicate<JavaClass> WORKFLOW_CODE =
      resideInAnyPackage("dev.muster.workflows..")
          .and(
              DescribedPredicate.not(
                  resideInAnyPackage(
                      "dev.muster.workflows.contract",
                      "dev.muster.workflows.client",
                      "dev.muster.workflows.temporalui")));

  @ArchTest
  static final ArchRule DOMAIN_KNOWS_NOTHING_OF_OURS =
      noClasses()
          .that()
          .resideInAPackage("dev.muster.domain..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("dev.muster..")
                  .and(DescribedPredicate.not(resideInAnyPackage("dev.muster.domain.."))));

  @ArchTest
  static final ArchRule DOMAIN_HAS_NO_FRAMEWORK =
      noClasses()
          .that()
          .resideInAPackage("dev.muster.domain..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "org.springframework..",
                  "io.temporal..",
                  "java.sql..",
                  "java.net.http..",
                  "org.slf4j.."));

  @ArchTest
  static final ArchRule DECISIONS_TAKE_TIME_AS_AN_ARGUMENT =
      noClasses()
          .that()
          .resideInAPackage("dev.muster.domain..")
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Clock.class, "systemUTC")
          .orShould()
          .callMethod(UUID.class, "randomUUID")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Random.class);

  @ArchTest
  static final ArchRule API_AND_ACTIVITIES_SEE_ONLY_THE_CONTRACT =
      noClasses()
          .that()
          .resideInAnyPackage("dev.muster.api..", "dev.muster.activities..")
          .should()
          .dependOnClassesThat(WORKFLOW_CODE);

  @ArchTest
  static final ArchRule API_DOES_NOT_SEE_ACTIVITIES =
      noClasses()
          .that()
          .resideInAPackage("dev.muster.api..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.muster.activities..", "dev.muster.worker..");

  /** It asks the API's own methods: nothing that carries out, and nothing that writes. */
  @ArchTest
  static final ArchRule SENLIN_TRANSLATES_AND_DECIDES_NOTHING =
      noClasses()
          .that()
          .resideInAPackage("dev.muster.senlin..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.muster.workflows..",
              "dev.muster.activities..",
              "dev.muster.worker..",
              "dev.muster.records.requests..",
              "dev.muster.records.fences..",
              "dev.muster.api.engine..",
              "io.temporal..",
              "org.springframework.jdbc..");

  @ArchTest
  static final ArchRule NOBODY_BUT_STANDALONE_SEES_SENLIN =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.muster.senlin..", "dev.muster.standalone..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.muster.senlin..");

  /** As Senlin's: over the objects of Autopilot, whose rows it reads. */
  @ArchTest
  static final ArchRule KUBERNETES_TRANSLATES_AND_DECIDES_NOTHING =
      noClasses()
          .that()
          .resideInAPackage("dev.muster.kubernetes..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "dev.muster.workflows..",
                      "dev.muster.activities..",
                      "dev.muster.worker..",
                      "dev.muster.senlin..",
                      "dev.muster.records..",
                      "dev.muster.api.engine..",
                      "io.temporal..",
                      "org.springframework.jdbc..")
                  .and(DescribedPredicate.not(resideInAnyPackage("dev.muster.records.autopilot"))));

  @ArchTest
  static final ArchRule NOBODY_BUT_STANDALONE_SEES_KUBERNETES =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.muster.kubernetes..", "dev.muster.standalone..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.muster.kubernetes..");

  @ArchTest
  static final ArchRule RECORDS_KNOW_ONLY_DOMAIN =
      noClasses()
          .that()
          .resideInAPackage("dev.muster.records..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("dev.muster.workflows..", "dev.muster.activities..", "io.temporal..");

  @ArchTest
  static final ArchRule CLI_KNOWS_ONLY_THE_REST_API =
      noClasses()
          .that()
          .resideInAPackage("dev.muster.cli..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("dev.muster..")
                  .and(DescribedPredicate.not(resideInAnyPackage("dev.muster.cli.."))));

  @ArchTest
  static final ArchRule AGENT_KNOWS_ONLY_PROTOCOL_VALUES =
      noClasses()
          .that()
          .resideInAPackage("dev.muster.agent..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.muster.domain.playbook..",
              "dev.muster.domain.schedule..",
              "dev.muster.domain.run..",
              "dev.muster.records..",
              "dev.muster.workflows..",
              "org.springframework..",
              "io.temporal..");

  @ArchTest
  static final ArchRule NO_CYCLES_BETWEEN_PACKAGES_OF_A_MODULE =
      slices().matching("dev.muster.(*).(*)..").should().beFreeOfCycles();
}
