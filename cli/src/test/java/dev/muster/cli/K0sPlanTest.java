package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code muster k0s}: what it asks for, and what it shows. */
final class K0sPlanTest {

  private static final String PLANS = "/v1/clusters/prod/autopilot/plans";
  private static final String RUN = "3f2a91c4-0000-4000-8000-000000000001";
  private static final String DOCUMENT = "kind: Plan # äö\n";

  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @TempDir private Path folder = Path.of("");

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -c prod | ''
          --cluster prod --settle 30s --batches 1,10%,50% | ?settle=30s&batches=1%2C10%25%2C50%25
          --cluster prod --node-deadline PT90S --deadline 2h --keep-cordoned | ?nodeDeadline=1m30s&deadline=2h&keepCordoned=true
          --cluster prod --drain skip --drain-timeout 5m --drain-grace 10s | ?drain=skip&drainTimeout=5m&drainGrace=10s
          --cluster prod --approval 2 --max-failures 5% --dialect seed --after a/b | ?approval=2&maxFailures=5%25&dialect=seed&after=a%2Fb
          --cluster prod --dry-run | ?dryRun=true
          """)
  void applyingSendsTheDocumentAsItIsAndWhatStandsBesideIt(String options, String query)
      throws IOException {
    server.on("POST " + PLANS + query, 201, plan("SchedulableWait", "SignalPending", ""));
    Path file = folder.resolve("plan.yaml");
    Files.writeString(file, DOCUMENT);

    Shell.Result result = shell.run(("k0s apply " + file + " " + options).split(" ", -1));

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(server.lastRequest().body()).isEqualTo(DOCUMENT);
    assertThat(server.lastRequest().contentType()).isEqualTo("application/yaml");
    assertThat(result.out())
        .contains(
            options.contains("--dry-run") ? "would be applied to prod" : "applied to prod",
            "run 3f2a91c4",
            "SchedulableWait");
  }

  @Test
  void windowsAreSentAsOneText() {
    server.on(
        "POST " + PLANS + "?windows=Mon-Thu%2022%3A00%2B6h%20Europe%2FRome%3B%20Sat%2008%3A00%2B4h",
        201,
        plan("SchedulableWait", "SignalPending", ""));

    Shell.Result result =
        shell
            .reading(DOCUMENT)
            .run(
                "k0s",
                "apply",
                "-",
                "--cluster=prod",
                "--window=Mon-Thu 22:00+6h Europe/Rome",
                "--window=Sat 08:00+4h");

    assertThat(result.code()).as(result.err()).isZero();
  }

  @Test
  void eachOfSeveralClustersWaitsForTheOneBefore() {
    server.on("POST /v1/clusters/one/autopilot/plans", 201, plan("SchedulableWait", "", ""));
    server.on("POST /v1/clusters/two/autopilot/plans?after=one%2Fautopilot", 201, plan("", "", ""));
    server.on(
        "POST /v1/clusters/three/autopilot/plans?after=two%2Fautopilot", 201, plan("", "", ""));

    Shell.Result result =
        shell.reading(DOCUMENT).run("k0s", "apply", "-", "-c", "one", "-c", "two", "-c", "three");

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(server.requests()).hasSize(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --dry-run --follow          | starts nothing
          --timeout 1m                | --timeout needs --follow
          --cluster prod              | given twice
          """)
  void whatDoesNotGoTogetherIsSaidBeforeAnythingIsSent(String options, String why) {
    Shell.Result result =
        shell.reading(DOCUMENT).run(("k0s apply - --cluster prod " + options).split(" ", -1));

    assertThat(result.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(result.err()).contains(why);
    assertThat(server.requests()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "Completed,Completed,0",
    "ApplyFailed,ApplyFailed,1",
    "ApplyFailed,Cancelled,3",
    "Warning,ApplyFailed,1"
  })
  void followingShowsEachChangeOnceAndItsExitCodeSaysHowItEnded(
      String state, String run, int code) {
    server.on("POST " + PLANS, 201, plan("SchedulableWait", "SignalPending", ""));
    server.on("GET " + PLANS + "/autopilot", 200, plan("Schedulable", "SignalPending", ""));
    server.on("GET " + PLANS + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET " + PLANS + "/autopilot", 503, "{\"title\":\"Away\"}");
    server.on("GET " + PLANS + "/autopilot", 200, plan(state, "SignalCompleted", "so it is"));
    server.on("GET /v1/runs/" + RUN, 200, run(run));

    Shell.Result result =
        shell.reading(DOCUMENT).run("k0s", "apply", "-", "-c", "prod", "--follow");

    assertThat(result.code()).as(result.err()).isEqualTo(code);
    assertThat(result.out())
        .containsSubsequence(
            "command 0 k0supdate v2: w1 is SignalPending",
            "plan autopilot is Schedulable\n",
            "command 0 k0supdate v2: w1 is SignalSent: its agent does not answer\n",
            "plan autopilot is SchedulableWait\n",
            "Connection lost (Away); the plan goes on, trying again\n",
            "command 0 k0supdate v2: w1 is SignalCompleted",
            "plan autopilot is " + state + ": so it is\n")
        .containsOnlyOnce("w1 is SignalSent");
  }

  @Test
  void aClusterWhosePlanFailsHoldsTheNextWhichIsSaid() {
    server.on("POST /v1/clusters/one/autopilot/plans", 201, plan("SchedulableWait", "", ""));
    server.on("POST /v1/clusters/two/autopilot/plans?after=one%2Fautopilot", 201, plan("", "", ""));
    server.on(
        "GET /v1/clusters/one/autopilot/plans/autopilot",
        200,
        plan("ApplyFailed", "SignalApplyFailed", "wrong sha256"));
    server.on("GET /v1/runs/" + RUN, 200, run("ApplyFailed"));

    Shell.Result result =
        shell.reading(DOCUMENT).run("k0s", "apply", "-", "-c", "one", "-c", "two", "--follow");

    assertThat(result.code()).isEqualTo(ExitCode.FAILED.number());
    assertThat(result.out()).contains("wrong sha256");
    assertThat(result.err()).contains("Not begun: two.", "muster k0s retry");
    assertThat(server.requests())
        .noneMatch(asked -> asked.line().startsWith("GET /v1/clusters/two"));
  }

  @Test
  void aPlanThatIsDeletedWhileItIsFollowedEndsAsItsRun() {
    server.on("POST " + PLANS + "/autopilot/retry", 200, plan("SchedulableWait", "", ""));
    server.on("GET " + PLANS + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET " + PLANS + "/autopilot", 404, "{\"title\":\"Not found\"}");
    server.on("GET /v1/runs/" + RUN, 200, run("Schedulable"));
    server.on("GET /v1/runs/" + RUN, 200, run("Schedulable"));
    server.on("GET /v1/runs/" + RUN, 200, run("Cancelled"));

    Shell.Result result = shell.run("k0s", "retry", "-c", "prod", "--follow");

    assertThat(result.code()).as(result.err()).isEqualTo(ExitCode.CANCELLED.number());
    assertThat(result.out()).contains("is tried again, attempt 2", "is deleted; its run 3f2a91c4");
  }

  @Test
  void followingEndsWhenItsTimeIsOverAndSaysSo() {
    server.on("POST " + PLANS + "/autopilot/retry", 200, plan("SchedulableWait", "", ""));
    server.on("GET " + PLANS + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET /v1/runs/" + RUN, 200, run("Schedulable"));

    Shell.Result result = shell.run("k0s", "retry", "-c", "prod", "--follow", "--timeout", "0s");

    assertThat(result.code()).isEqualTo(ExitCode.WAITING.number());
    assertThat(result.out()).contains("muster k0s show autopilot --cluster prod");
  }

  @Test
  void asJsonFollowingIsOneLineForEachChange() {
    server.on("POST " + PLANS, 201, plan("SchedulableWait", "SignalPending", ""));
    server.on("GET " + PLANS + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET " + PLANS + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET " + PLANS + "/autopilot", 200, plan("Completed", "SignalCompleted", ""));

    Shell.Result result =
        shell.reading(DOCUMENT).run("k0s", "apply", "-", "-c", "prod", "-f", "-o", "json");

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out().lines().map(line -> Json.text(Json.parse(line), "state")))
        .containsExactly("SchedulableWait", "Completed");
  }

  @Test
  void onATerminalThePictureIsDrawnOverItself() {
    server.on("POST " + PLANS, 201, plan("SchedulableWait", "SignalPending", ""));
    server.on("GET " + PLANS + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET " + PLANS + "/autopilot", 200, plan("Completed", "SignalCompleted", ""));
    server.on("GET /v1/runs/" + RUN, 200, run("Completed"));

    Shell.Result result =
        shell
            .reading(DOCUMENT)
            .on(Terminal.screen(80, 12, Style.MONO))
            .run("k0s", "apply", "-", "-c", "prod", "--follow");

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("\u001b[?25l", "w1    worker  SignalSent", "\r\u001b[6A", "\u001b[?25h")
        .contains("plan autopilot on prod: Completed, 1/1 commands");
  }

  @Test
  void showTellsOfEachNodeWhyItWaits() {
    server.on("GET " + PLANS + "/autopilot", 200, plan("SchedulableWait", "SignalSent", "load"));
    server.on("GET /v1/runs/" + RUN, 200, run("Schedulable"));

    Shell.Result result = shell.run("k0s", "show", "--cluster", "prod");

    assertThat(result.out())
        .contains(
            "plan autopilot on prod  SchedulableWait",
            "run 3f2a91c4",
            "load",
            "0 k0supdate v2  SchedulableWait  0/1 nodes",
            "w1    worker  SignalSent  2026-11-20T12:00:00Z  its agent does not answer");
    assertThat(shell.run("k0s", "show", "-c", "prod", "-o", "json").out().strip())
        .isEqualTo(plan("SchedulableWait", "SignalSent", "load").strip());
  }

  @Test
  void aPlanIsShownAlsoWhenItsRunIsHistoryThatIsGone() {
    server.on("GET " + PLANS + "/spring", 200, plan("Completed", "SignalCompleted", ""));

    assertThat(shell.run("k0s", "show", "spring", "-c", "prod").out())
        .contains("Completed", "w1    worker  SignalCompleted");
  }

  @Test
  void plansAreListedWithHowFarTheyAre() {
    server.on(
        "GET " + PLANS + "?limit=500",
        200,
        "{\"items\":[" + plan("SchedulableWait", "SignalSent", "load") + "]}");

    assertThat(shell.run("k0s", "plans", "--cluster", "prod").out())
        .contains("NAME", "STATE", "COMMANDS", "NODES", "RUN", "AGE", "WHY")
        .contains("autopilot  SchedulableWait  0/1       0/1    3f2a91c4  60s ago  load");
  }

  @ParameterizedTest
  @CsvSource({"pause,paused", "resume,resumed", "cancel,cancelled"})
  void whatIsDecidedAboutAPlanIsDecidedAboutItsRun(String verb, String done) {
    server.on("GET " + PLANS + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("POST /v1/runs/" + RUN + "/" + verb, 200, run("Paused"));

    Shell.Result result = shell.run("k0s", verb, "--cluster", "prod", "--why", "load");

    assertThat(result.out()).as(result.err()).contains("Plan autopilot of prod " + done);
    assertThat(server.lastRequest().body()).isEqualTo("{\"why\":\"load\"}");
  }

  @Test
  void aPlanWithoutARunCannotBePausedAndItIsSaidWhy() {
    server.on(
        "GET " + PLANS + "/autopilot",
        200,
        "{\"name\":\"autopilot\",\"state\":\"\",\"why\":\"it waits for plan a/b\"}");

    Shell.Result result = shell.run("k0s", "pause", "--cluster", "prod");

    assertThat(result.code()).isEqualTo(ExitCode.REFUSED.number());
    assertThat(result.err()).contains("has no run to pause: it is new, it waits for plan a/b");
  }

  @Test
  void deletingSaysWhatBecomesOfWhatRuns() {
    server.on("DELETE " + PLANS + "/spring", 204, "");

    assertThat(shell.run("k0s", "delete", "spring", "--cluster", "prod").out())
        .contains("Plan spring deleted from prod; nothing new is started");
  }

  @Test
  void theKubeconfigHasTheServerTheCertificatesAndTheToken() throws IOException {
    Path pem = folder.resolve("ca.pem");
    Files.writeString(pem, "PEM");

    Shell.Result result =
        new Shell()
            .with("MUSTER_SERVER", "https://muster.example.com")
            .with("MUSTER_TOKEN", "sec\"ret")
            .with("MUSTER_CA_FILE", pem.toString())
            .run("k0s", "kubeconfig", "--cluster", "prod");

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .isEqualTo(
            """
            apiVersion: v1
            kind: Config
            current-context: "muster-prod"
            contexts:
              - name: "muster-prod"
                context: {cluster: "muster-prod", user: "muster-prod"}
            clusters:
              - name: "muster-prod"
                cluster:
                  server: "https://muster.example.com/k8s/clusters/prod"
                  certificate-authority-data: UEVN
            users:
              - name: "muster-prod"
                user: {token: "sec\\"ret"}
            """);
  }

  @Test
  void aTokenInAFileIsNamedAndOverPlainHttpSaidNotToBeSent() {
    Shell.Result result =
        shell.run("k0s", "kubeconfig", "--cluster", "prod", "--token-file", "/run/token");

    assertThat(result.out())
        .contains("server: \"" + server.uri() + "/k8s/clusters/prod\"")
        .contains("user: {tokenFile: \"/run/token\"}");
    assertThat(result.err()).contains("kubectl sends no token over plain http");
    assertThat(shell.run("k0s", "kubeconfig", "--cluster", "prod").err()).isEmpty();
  }

  @Test
  void updateConfigurationsAreAppliedListedShownAndDeleted() {
    String path = "/v1/clusters/prod/autopilot/update-configs";
    String config =
        """
        {"name":"nightly","createdAt":"2026-11-20T12:00:00Z","createdBy":"ada","object":{"spec":
         {"channel":"stable","updateServer":"https://u","upgradeStrategy":
          {"type":"periodic","periodic":{"days":["Monday"],"startTime":"02:00","length":"2h"}}}}}
        """
            .replace("\n", "");
    server.on("POST " + path, 201, config);
    server.on("GET " + path + "?limit=500", 200, "{\"items\":[" + config + "]}");
    server.on("GET " + path + "/nightly", 200, config);
    server.on("DELETE " + path + "/nightly", 204, "");

    assertThat(
            shell
                .reading("kind: UpdateConfig")
                .run("k0s", "update-config", "apply", "-", "-c", "prod")
                .out())
        .contains("Update configuration nightly of prod applied");
    assertThat(shell.run("k0s", "update-config", "list", "-c", "prod").out())
        .contains("nightly", "stable", "https://u", "periodic", "Monday 02:00 for 2h");
    assertThat(shell.run("k0s", "update-config", "show", "nightly", "-c", "prod").out())
        .contains("nightly", "Monday 02:00 for 2h", "ada");
    assertThat(shell.run("k0s", "update-config", "delete", "nightly", "-c", "prod").out())
        .contains("the plans that it made stay");
  }

  private static String plan(String state, String node, String why) {
    String command = state.equals("Completed") ? state : "SchedulableWait";
    return """
    {"name":"autopilot","uid":"u","cluster":"prod","id":"id1","state":"%s","why":"%s","run":"%s","attempt":2,
     "createdAt":"2026-11-20T12:00:00Z","createdBy":"ada","commands":[{"id":0,"kind":"k0supdate","version":"v2",
     "state":"%s","description":"","controllers":[],"workers":[{"name":"w1","state":"%s",
     "lastUpdatedTimestamp":"2026-11-20T12:00:00Z"}]}]}
    """
        .formatted(state, why, RUN, command, node)
        .replace("\n", "");
  }

  private static String run(String state) {
    return """
    {"id":"%s","cluster":"prod","playbook":"autopilot","state":"%s","stages":[{"index":0,"name":"command-0-workers",
     "nodes":[{"node":"w1","state":"RUNNING","reason":"its agent does not answer","steps":[]}]}]}
    """
        .formatted(RUN, state)
        .replace("\n", "");
  }
}
