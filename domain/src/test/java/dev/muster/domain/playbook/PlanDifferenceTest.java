package dev.muster.domain.playbook;

import static dev.muster.domain.playbook.PlaybookTexts.cluster;
import static dev.muster.domain.playbook.PlaybookTexts.plan;
import static dev.muster.domain.playbook.PlaybookTexts.stage;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PlanDifferenceTest {

  private static final String TEXT =
      stage("concurrency: \"${params.n}\"")
          .replace("stages:", "params: {n: {default: 1}}\nstages:");

  private static final RunPlan PLAN = plan(TEXT, "{}", cluster(3));

  @Test
  void equalPlansDoNotDiffer() {
    assertThat(PLAN.difference(plan(TEXT, "{}", cluster(3)))).isEmpty();
  }

  @Test
  void nodesAreNamed() {
    assertThat(PLAN.difference(plan(TEXT, "{}", cluster(5))))
        .containsExactly(
            "stage 'all' now also has node-4, node-5", "stage 'all': 'targets' was 3 and is now 5");
    assertThat(plan(TEXT, "{}", cluster(20)).difference(PLAN))
        .anySatisfy(sentence -> assertThat(sentence).endsWith("node-13 and 7 more nodes"));
  }

  @Test
  void parametersAndWhatFollowsFromThemAreTold() {
    assertThat(PLAN.difference(plan(TEXT, "{'n': 2}", cluster(3))))
        .containsExactly(
            "parameter 'n' was 1 and is now 2", "stage 'all': 'concurrency' was 1 and is now 2");
  }

  @Test
  void stagesAndStepsAreTold() {
    String more =
        TEXT
            + """
              - name: more
                targets: {select: ""}
                when: params.n == 1
                steps: [{name: pong, action: test.ping}]
            """;
    assertThat(PLAN.difference(plan(more, "{}", cluster(3))))
        .containsExactly("stage 'more' is new");
    assertThat(plan(more, "{}", cluster(3)).difference(PLAN))
        .containsExactly("stage 'more' is gone");
    assertThat(
            plan(more, "{}", cluster(3))
                .difference(
                    plan(
                        more.replace("params.n == 1", "params.n == 2").replace("pong", "pang"),
                        "{}",
                        cluster(3))))
        .containsExactly(
            "stage 'more': when was params.n == 1 and is now params.n == 2",
            "stage 'more': step 'pong' is gone",
            "stage 'more': step 'pang' is new");
  }

  @Test
  void aTextThatDoesTheSameIsStillAnotherText() {
    String described = TEXT.replace("{name: example}", "{name: example, description: new}");

    assertThat(PLAN.difference(plan(described, "{}", cluster(3))))
        .containsExactly("the playbook's text or the cluster is another one");
  }
}
