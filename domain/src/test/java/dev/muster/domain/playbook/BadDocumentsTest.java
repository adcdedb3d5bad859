package dev.muster.domain.playbook;

import static dev.muster.domain.playbook.PlaybookTexts.HEAD;
import static dev.muster.domain.playbook.PlaybookTexts.findings;
import static dev.muster.domain.playbook.PlaybookTexts.stage;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class BadDocumentsTest {

  static Stream<Arguments> texts() {
    return Stream.of(
        Arguments.of("", "the document is empty"),
        Arguments.of("# only a comment", "the document is empty"),
        Arguments.of("null", "the document is empty"),
        Arguments.of("[1, 2]", "expected: a map with apiVersion"),
        Arguments.of("just words", "expected: a map with apiVersion"),
        Arguments.of("\u0000\u0001\u0002", "not YAML or JSON"),
        Arguments.of("{", "line 1: not YAML or JSON"),
        Arguments.of("a:\n\t- b", "line 2: not YAML or JSON"),
        Arguments.of("--- 1\n--- 2", "a second document begins"),
        Arguments.of(
            "a: 1\nb: 2\na: 3", "line 3: 'a' is given twice in the same map, first on line 1"),
        Arguments.of("? [a]\n: b", "a list or map cannot be a key"),
        Arguments.of("a: *b", "'*b' names nothing"),
        Arguments.of("a: &x [1, *x]", "'*x' stands inside of what it names"),
        Arguments.of("a: &x {b: {c: *x}}", "'*x' stands inside of what it names"),
        Arguments.of("a: \"\\0\"", "a character that cannot be stored"),
        Arguments.of("a: \"\\ud83d\"", "a character that cannot be stored"),
        Arguments.of("a: !foo 3", "the tag '!foo' is not known"),
        Arguments.of("a: 99999999999999999999", "too large"),
        Arguments.of("a: 1e999", "too large"),
        Arguments.of("a: .inf", "too large, or no number"),
        Arguments.of("a: " + "[".repeat(100) + "]".repeat(100), "nested more than 64 deep"),
        Arguments.of("[".repeat(200_000), "nested more than 64 deep"),
        Arguments.of("- ".repeat(50_000), "nested more than 64 deep"),
        Arguments.of("a: \"" + "x".repeat(1 << 20) + "\"", "expected: at most 1 MiB"),
        Arguments.of("a: [" + "1,".repeat(30_000) + "1]", "more than 20000 values"),
        Arguments.of(bomb(), "more than 20000 values, counting what aliases repeat"),
        Arguments.of("%YAML 2.0\n---\na: 1", "not YAML or JSON"),
        Arguments.of(
            "apiVersion: autopilot.k0sproject.io/v1beta2\nkind: Plan", "a k0s Autopilot document"),
        Arguments.of("apiVersion: muster/v2\nkind: Playbook", "'muster/v2' (expected: muster/v1)"),
        Arguments.of(HEAD, "'stages' is missing"),
        Arguments.of(HEAD + "stages: []", "0 entries (expected: a list of 1 to 100 stages"),
        Arguments.of(HEAD + "stages: 3", "3 (expected: a list of 1 to 100 stages"));
  }

  static Stream<Arguments> stages() {
    return Stream.of(
        Arguments.of("targets: {}", "expected: which nodes: a map with either select or nodes"),
        Arguments.of("targets: {select: a, nodes: [b]}", "either select or nodes"),
        Arguments.of("targets: {touched: true}", "unknown field 'touched'"),
        Arguments.of("targets: {select: \"role in (a,\"}", "at character 12: expected ')'"),
        Arguments.of("targets: {nodes: [\"No Id\"]}", "node: 'No Id'"),
        Arguments.of("targets: {select: \"\", except: stages.x}", "'stages.x' is no earlier stage"),
        Arguments.of("targets: {select: \"\", except: stages.all}", "is no earlier stage"),
        Arguments.of("targets: {select: \"${node.id}\"}", "'node' is not known here"),
        Arguments.of("concurrency: 0", "0 (expected: a number of nodes such as 2"),
        Arguments.of("concurrency: 1.5", "1.5 (expected: a number of nodes such as 2"),
        Arguments.of("concurrency: many", "'many' (expected: a number of nodes such as 2"),
        Arguments.of("concurrency: 120%", "a share from \"0%\" to \"100%\""),
        Arguments.of("concurrency: \"${params.x}\"", "'x' is no parameter"),
        Arguments.of("batches: []", "0 entries (expected: a list of batch sizes"),
        Arguments.of("maxFailures: -1", "-1 (expected: a number of nodes"),
        Arguments.of("onFailure: rollback", "has no rollback stages"),
        Arguments.of("onFailure: explode", "'explode' (expected: stop, continue or rollback)"),
        Arguments.of("settle: {wait: 10m, timeout: 1m}", "at least wait + stable"),
        Arguments.of("settle: {}", "0 entries"),
        Arguments.of("approval: {required: 0}", "from 1 to 20"),
        Arguments.of("approval: {timeout: 25x}", "a duration such as"));
  }

  static Stream<Arguments> conditionsAndSteps() {
    return Stream.of(
        Arguments.of("when: 3 + 4", "gives a whole number (expected: true or false)"),
        Arguments.of("when: node.id == 'a'", "'node' is not known here"),
        Arguments.of("when: 1 +", "is no CEL expression"),
        Arguments.of("windows: [{start: \"25:00\", length: 1h}]", "a time of day"),
        Arguments.of("windows: [{start: \"22:00\", length: 0s}]", "more than 0s"),
        Arguments.of(
            "windows: [{start: \"22:00\", length: 1h, timezone: Mars/Phobos}]", "'Mars/Phobos'"),
        Arguments.of("windows: [{days: [Mo], start: \"22:00\", length: 1h}]", "one of Mon, Tue"),
        Arguments.of("steps: []", "0 entries (expected: a list of 1 to 50 steps"),
        Arguments.of("steps: [{name: a, action: Restart It}]", "the kind of action"),
        Arguments.of("steps: [{name: a, action: test.ping, timeout: 0s}]", "more than 0s"),
        Arguments.of("steps: [{name: a, action: test.ping, timeout: 999d}]", "366d"),
        Arguments.of("steps: [{name: a, action: test.ping, timeout: PT}]", "a duration such as"),
        Arguments.of("steps: [{name: a, action: test.ping, retries: {max: 1000}}]", "0 to 100"),
        Arguments.of(
            "steps: [{name: a, action: test.ping}, {name: a, action: test.ping}]",
            "'a' is the name of an earlier step"),
        Arguments.of("notify: []", "this version of Muster does not carry it out"),
        Arguments.of("lock: x", "this version of Muster does not carry it out"),
        Arguments.of(
            "steps: [{name: a, action: http, runs: core}]",
            "'url' is missing (expected: an http or https URL)"),
        Arguments.of(
            "steps: [{name: a, action: test.ping, runs: core}]",
            "'test.ping' is no action that Muster itself executes (expected: one of http, wait, webhook"),
        Arguments.of(
            "steps: [{name: a, action: wait, runs: muster}]", "(expected: agent, or core"));
  }

  static Stream<Arguments> expressions() {
    return Stream.of(
        Arguments.of("${params.x}", "'x' is no parameter (known here: list, number, text)"),
        Arguments.of("${params.numbr}", "did you mean 'number'?"),
        Arguments.of("${params.number + params.text}", "'+' does not work on (int, string)"),
        Arguments.of("a ${params.list} b", "gives a list, which cannot stand in the middle"),
        Arguments.of("${node.label.x}", "did you mean 'labels'?"),
        Arguments.of("${nodes.id}", "did you mean 'node'?"),
        Arguments.of("${steps.later.outputs.x}", "'later' is no earlier step of this stage"),
        Arguments.of("${stages.all.failed}", "'all' is no earlier stage"),
        Arguments.of("${secrets.token + 1}", "is for no expression"),
        Arguments.of("${nothing(1)}", "'nothing' is no name or function"),
        Arguments.of("${1 +}", "is no CEL expression: character 4 is not expected"),
        Arguments.of("${", "is not closed"),
        Arguments.of("${params.text + \"}", "is not closed"),
        Arguments.of("${}", "holds no expression"),
        Arguments.of("${" + "(".repeat(500) + "1" + ")".repeat(500) + "}", "${((("),
        Arguments.of("${'" + "x".repeat(9_000) + "'}", "${'xxx"));
  }

  static Stream<Arguments> parameters() {
    return Stream.of(
        Arguments.of("a-b: {}", "'a-b' (expected: the name of a parameter"),
        Arguments.of("a: {type: strin}", "'strin' (expected: string, integer"),
        Arguments.of("a: {patern: x}", "did you mean 'pattern'?"),
        Arguments.of("a: {pattern: \"(\"}", "is no regular expression"),
        Arguments.of("a: {items: {pattern: \"[\"}}", "is no regular expression"),
        Arguments.of("a: {type: integer, default: x}", "the default does not fit its own schema"),
        Arguments.of("a: {$ref: \"http://example.com/x\"}", "unknown field '$ref'"),
        Arguments.of("a: {secret: true}", "this version of Muster does not carry it out"),
        Arguments.of("a: 5", "5 (expected: the JSON Schema of a parameter"));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void aTextThatIsNoPlaybookIsAnsweredWithAFinding(String text, String expected) {
    assertTold(text, expected);
  }

  @ParameterizedTest
  @MethodSource({"stages", "conditionsAndSteps"})
  void aStageThatCannotBeIsAnsweredWithAFinding(String line, String expected) {
    assertTold(stage(line), expected);
  }

  @ParameterizedTest
  @MethodSource("expressions")
  void aBadExpressionIsFoundWhenThePlaybookIsRead(String text, String expected) {
    String quoted = text.replace("\\", "\\\\").replace("\"", "\\\"");
    assertTold(
        HEAD
            + "params: {number: {type: integer}, text: {type: string}, list: {type: array}}\n"
            + "stages:\n  - name: all\n    targets: {select: \"\"}\n    steps:\n"
            + "      - {name: a, action: test.ping, args: {x: \""
            + quoted
            + "\"}}\n      - {name: later, action: test.ping}\n",
        expected);
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void aBadParameterIsAnsweredWithAFinding(String line, String expected) {
    assertTold(stage().replace("stages:", "params:\n  " + line + "\nstages:"), expected);
  }

  @Test
  @Tag("many")
  void whateverHappensToAPlaybooksTextThereIsAnAnswer() {
    Random random = new Random(20_261_121);
    List<String> originals =
        PlaybookReader.shippedNames().stream()
            .map(n -> PlaybookReader.shippedText(n).orElseThrow())
            .toList();
    for (int i = 0; i < 1_000; i++) {
      String text = damaged(originals.get(i % originals.size()), random);
      if (PlaybookReader.read(text) instanceof DocumentReading.Invalid invalid) {
        assertThat(invalid.findings()).as(text).isNotEmpty();
        assertThat(invalid.findings()).allSatisfy(f -> assertThat(f.message()).isNotBlank());
      }
    }
  }

  @Test
  void randomBytesAreNoPlaybook() {
    Random random = new Random(7);
    for (int i = 0; i < 1_000; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      assertThat(PlaybookReader.read(new String(bytes, StandardCharsets.ISO_8859_1)))
          .isInstanceOf(DocumentReading.Invalid.class);
    }
  }

  /** A wrong expression in every place that may have one. */
  private static final String WRONG_EVERYWHERE =
      HEAD
          + """
          stages:
            - name: only
              when: 1 +
              targets: {select: "${1 +}", limit: "${1 +}"}
              concurrency: "${1 +}"
              batches: ["${1 +}"]
              maxFailures: "${1 +}"
              minHealthy: "${1 +}"
              settle: {wait: "${1 +}", stable: "${1 +}", timeout: "${1 +}"}
              steps:
                - name: one
                  action: test.ping
                  when: 1 +
                  timeout: "${1 +}"
                  retries: {max: "${1 +}", delay: "${1 +}"}
                  args: {a: {b: ["${1 +}"]}}
            - name: other
              targets: {nodes: "${1 +}"}
              steps: [{name: one, action: test.ping}]
          """;

  @Test
  void anExpressionIsCheckedWhereverItMayStand() {
    String stage = "/stages/0";
    String step = stage + "/steps/0";
    assertThat(findings(WRONG_EVERYWHERE).stream().map(Finding::path))
        .containsExactlyInAnyOrder(
            stage + "/when",
            stage + "/targets/select",
            "/stages/1/targets/nodes",
            stage + "/targets/limit",
            stage + "/concurrency",
            stage + "/batches/0",
            stage + "/maxFailures",
            stage + "/minHealthy",
            stage + "/settle/wait",
            stage + "/settle/stable",
            stage + "/settle/timeout",
            step + "/when",
            step + "/timeout",
            step + "/retries/max",
            step + "/retries/delay",
            step + "/args/a/b/0");
  }

  private static void assertTold(String text, String expected) {
    List<Finding> findings = findings(text);
    assertThat(findings.stream().map(Finding::message).collect(Collectors.joining("\n")))
        .contains(expected)
        .doesNotContain("Exception", "dev.cel", "com.networknt", "java.");
  }

  private static String damaged(String original, Random random) {
    StringBuilder text = new StringBuilder(original);
    String letters = "{}[]:,&*!|>'\"%@`#\n\t -${}0a\u00e9\ud83d";
    for (int n = random.nextInt(4); n >= 0; n--) {
      int at = random.nextInt(text.length());
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, letters.charAt(random.nextInt(letters.length())));
        case 2 -> text.setCharAt(at, letters.charAt(random.nextInt(letters.length())));
        default -> text.delete(at, Math.min(text.length() - 1, at + random.nextInt(40)));
      }
    }
    return text.toString();
  }

  private static String bomb() {
    StringBuilder text = new StringBuilder("a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
    for (int i = 1; i < 10; i++) {
      String alias = "*a" + (i - 1);
      text.append(
          "a%d: &a%d [%s]%n".formatted(i, i, String.join(", ", Collections.nCopies(10, alias))));
    }
    return text.toString();
  }
}
