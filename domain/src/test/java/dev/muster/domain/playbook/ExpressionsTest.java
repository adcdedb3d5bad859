package dev.muster.domain.playbook;

import static dev.muster.domain.playbook.PlaybookTexts.json;
import static dev.muster.domain.playbook.PlaybookTexts.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

final class ExpressionsTest {

  private static final Scope SCOPE =
      Scope.ofPlan(
              json(
                  "{'service': 'web', 'count': 3, 'ratio': 0.5, 'list': ['a', 'b'], 'none': null}"),
              new ClusterName("demo"))
          .withNode(node("node-1", Map.of("port", "9001", "example.com/zone", "z1")))
          .withRun(new Scope.Run(new RunId(new UUID(0, 7)), "restart", "ada", "security fix"))
          .withSteps(Map.of("drain", json("{'moved': 12, 'to': {'node': 'node-2'}}")))
          .withStages(Map.of("canary", new Scope.Stage("Completed", 4, 3, 1, 0, 0)));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          plain                                        | "plain"
          ${params.service}                            | "web"
          ${params.count}                              | 3
          ${params.ratio * 2.0}                        | 1.0
          ${params.count > 2}                          | true
          ${params.list}                               | ["a","b"]
          ${params.list.map(x, x + '1')}               | ["a1","b1"]
          ${params.none}                               | null
          ${{'a': params.count, 'b': {'c': 1}}}        | {"a":3,"b":{"c":1}}
          http://${node.address}:${node.labels.port}/x | "http://127.0.0.1:9001/x"
          ${node.labels.`example.com/zone`}            | "z1"
          ${node.labels['example.com/zone']}           | "z1"
          n=${params.count} r=${params.ratio}          | "n=3 r=0.5"
          ${params.count}0                             | "30"
          $${params.count}                             | "${params.count}"
          a $${b} ${params.count}                      | "a ${b} 3"
          $5 and $x                                    | "$5 and $x"
          ${'}' + "{" + '\\''}                         | "}{'"
          ${steps.drain.outputs.moved + 1}             | 13
          ${steps.drain.outputs.to.node}               | "node-2"
          ${has(steps.skipped.outputs.x)}              | false
          ${stages.canary.failed}                      | 1
          ${run.playbook} by ${run.requester}          | "restart by ada"
          ${cluster.name + '/' + node.id}              | "demo/node-1"
          ${node.role + node.platform + node.status}   | "brokerlinux-amd64UP"
          ${has(node.labels.rack)}                     | false
          ${duration('90s')}                           | "PT1M30S"
          ${string(params.count) + 'x'}                | "3x"
          """)
  void putsValuesIntoTexts(String text, String expected) {
    JsonNode args = JsonNodeFactory.instance.objectNode().put("a", text);

    assertThat(Expressions.render(args, SCOPE))
        .isEqualTo(
            new Rendered.Value(
                JsonNodeFactory.instance
                    .objectNode()
                    .set("a", JsonMapper.shared().readTree(expected))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          ${node.labels.rack}      | url: ${node.labels.rack}: there is no 'rack' (test with has(…) or 'in' first if it may be absent)
          ${params.count / 0}      | url: ${params.count / 0}: / by zero
          a${params.none}          | url: ${params.none}: has no value to put into the text
          ${b'x'}                  | a value of type
          ${type(1)}               | a value of type
          ${0.0 / 0.0}             | is no number that JSON has
          ${nodes.id}              | 'nodes' is no name or function (did you mean 'node'?)
          ${{1: 2}}                | keys that are no texts
          ${params.list[5]}        | ${params.list[5]}
          """)
  void anExpressionWithoutAValueSaysWhichAndWhy(String text, String expected) {
    JsonNode args = JsonNodeFactory.instance.objectNode().put("url", text);

    assertThat(Expressions.render(args, SCOPE))
        .isInstanceOfSatisfying(
            Rendered.Failed.class,
            failed -> assertThat(failed.message()).contains(expected).doesNotContain("<input>"));
  }

  @Test
  void reachesEveryTextInATreeAndLeavesTheTreeAlone() {
    JsonNode args = json("{'a': ['x', '${params.count}', {'b': '${node.id}'}], 'c': 1}");
    String before = args.toString();

    assertThat(Expressions.render(args, SCOPE))
        .isEqualTo(new Rendered.Value(json("{'a': ['x', 3, {'b': 'node-1'}], 'c': 1}")));
    assertThat(args.toString()).isEqualTo(before);
  }

  @Test
  void aTreeWithoutExpressionsIsReturnedAsItIs() {
    JsonNode args = json("{'a': ['x', {'b': 'y'}], 'c': '$5'}");

    assertThat(((Rendered.Value) Expressions.render(args, SCOPE)).json()).isSameAs(args);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          params.count == 3                               | true
          stages.canary.failed == 0                       | false
          has(node.labels.port) && node.labels.port > '9' | true
          'rack' in node.labels                           | false
          params.list.exists(x, x == 'b')                 | true
          params.service.matches('^w.b$')                 | true
          """)
  void answersConditions(String when, boolean holds) {
    assertThat(Expressions.test(when, SCOPE)).isEqualTo(new Tested.Is(holds));
  }

  @Test
  void aConditionWithoutAnAnswerSaysWhy() {
    assertThat(Expressions.test("params.count", SCOPE))
        .isEqualTo(new Tested.Failed("params.count: gives 3 (expected: true or false)"));
    assertThat(Expressions.test("node.labels.rack == 'a'", SCOPE))
        .isInstanceOfSatisfying(
            Tested.Failed.class, failed -> assertThat(failed.message()).contains("no 'rack'"));
    assertThat(Expressions.test("1 +", SCOPE)).isInstanceOf(Tested.Failed.class);
  }

  @Test
  @Tag("many")
  void whateverAnExpressionIsThereIsAnAnswer() {
    String[] atoms = {
      "params.service",
      "params.count",
      "params.ratio",
      "params.list",
      "params.none",
      "node",
      "1u",
      "node.labels",
      "steps.x.outputs",
      "stages",
      "'a'",
      "-1",
      "0.0",
      "[]",
      "{}",
      "null",
      "b'x'",
      "duration('1s')",
      "type(1)",
      "9223372036854775807",
      "x",
      "run",
      "dyn(1)",
      "'('"
    };
    String[] forms = {
      "%s + %s",
      "%s / %s",
      "%s %% %s",
      "%s == %s",
      "%s < %s",
      "%s in %s",
      "%s[%s]",
      "%s && %s",
      "%s ? %s : 1",
      "%s.matches(%s)",
      "%s.map(x, x + %s)",
      "{%s: %s}",
      "[%s, %s]",
      "int(%s) + size(%s)",
      "string(%s) + string(%s)",
      "timestamp(%s) > timestamp(%s)",
      "-%s == !%s",
      "%s.foo.bar == %s",
      "%s.exists(x, x == %s)"
    };
    Random random = new Random(9);
    for (int i = 0; i < 3_000; i++) {
      String form = forms[random.nextInt(forms.length)];
      String cel =
          form.formatted(atoms[random.nextInt(atoms.length)], atoms[random.nextInt(atoms.length)]);
      JsonNode text =
          JsonNodeFactory.instance.stringNode((i % 2 == 0 ? "" : "x") + "${" + cel + "}");

      Rendered rendered = Expressions.render(text, SCOPE);
      if (rendered instanceof Rendered.Failed failed) {
        assertThat(failed.message()).as(cel).isNotBlank().doesNotContain("<input>", "Exception");
      }
      assertThat(Expressions.test(cel, SCOPE)).as(cel).isNotNull();
    }
  }

  @Test
  void anExpressionThatGoesOnAndOnIsStopped() {
    String list = "[0,1,2,3,4,5,6,7,8,9]";
    String nested =
        "%1$s.all(a, %1$s.all(b, %1$s.all(c, %1$s.all(d, %1$s.all(e, true)))))".formatted(list);

    assertThat(Expressions.test(nested, SCOPE)).isInstanceOf(Tested.Failed.class);
  }

  @Test
  void manyNodesCostMicrosecondsEach() {
    JsonNode args =
        json(
            "{'url': 'http://${node.address}:${node.labels.port}/h', 'name': '${params.service}'}");
    for (int i = 0; i < 20_000; i++) {
      Expressions.render(args, SCOPE);
    }
    long begin = System.nanoTime();
    for (int i = 0; i < 1_000; i++) {
      Expressions.render(args, SCOPE.withNode(node("node-" + i, Map.of("port", "1"))));
    }
    long microseconds = (System.nanoTime() - begin) / 1_000;

    // Five to ten in practice; the bound only catches compiling again for each node.
    assertThat(microseconds).isLessThan(1_000 * 200);
  }
}
