package dev.muster.cli;

import static dev.muster.cli.K0sPlans.DOCUMENT;
import static dev.muster.cli.K0sPlans.RUN;
import static dev.muster.cli.K0sPlans.plan;
import static dev.muster.cli.K0sPlans.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.terminal.ExitCode;
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
    server.on("POST " + K0sPlans.PATH + query, 201, plan("SchedulableWait", "SignalPending", ""));
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
        "POST "
            + K0sPlans.PATH
            + "?windows=Mon-Thu%2022%3A00%2B6h%20Europe%2FRome%3B%20Sat%2008%3A00%2B4h",
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

  @Test
  void showTellsOfEachNodeWhyItWaits() {
    server.on(
        "GET " + K0sPlans.PATH + "/autopilot", 200, plan("SchedulableWait", "SignalSent", "load"));
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
    server.on("GET " + K0sPlans.PATH + "/spring", 200, plan("Completed", "SignalCompleted", ""));

    assertThat(shell.run("k0s", "show", "spring", "-c", "prod").out())
        .contains("Completed", "w1    worker  SignalCompleted");
  }

  @Test
  void plansAreListedWithHowFarTheyAre() {
    server.on(
        "GET " + K0sPlans.PATH + "?limit=500",
        200,
        "{\"items\":[" + plan("SchedulableWait", "SignalSent", "load") + "]}");

    assertThat(shell.run("k0s", "plans", "--cluster", "prod").out())
        .contains("NAME", "STATE", "COMMANDS", "NODES", "RUN", "AGE", "WHY")
        .contains("autopilot  SchedulableWait  0/1       0/1    3f2a91c4  60s ago  load");
  }

  @ParameterizedTest
  @CsvSource({"pause,paused", "resume,resumed", "cancel,cancelled"})
  void whatIsDecidedAboutAPlanIsDecidedAboutItsRun(String verb, String done) {
    server.on(
        "GET " + K0sPlans.PATH + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("POST /v1/runs/" + RUN + "/" + verb, 200, run("Paused"));

    Shell.Result result = shell.run("k0s", verb, "--cluster", "prod", "--why", "load");

    assertThat(result.out()).as(result.err()).contains("Plan autopilot of prod " + done);
    assertThat(server.lastRequest().body()).isEqualTo("{\"why\":\"load\"}");
  }

  @Test
  void aPlanWithoutARunCannotBePausedAndItIsSaidWhy() {
    server.on(
        "GET " + K0sPlans.PATH + "/autopilot",
        200,
        "{\"name\":\"autopilot\",\"state\":\"\",\"why\":\"it waits for plan a/b\"}");

    Shell.Result result = shell.run("k0s", "pause", "--cluster", "prod");

    assertThat(result.code()).isEqualTo(ExitCode.REFUSED.number());
    assertThat(result.err()).contains("has no run to pause: it is new, it waits for plan a/b");
  }

  @Test
  void deletingSaysWhatBecomesOfWhatRuns() {
    server.on("DELETE " + K0sPlans.PATH + "/spring", 204, "");

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --k0s-dialect seed --k0s-exclude controller,worker | {"dialect":"seed","exclude":["controller","worker"]}
          --k0s-exclude none                                 | {"exclude":[]}
          """)
  void aClusterIsToldHowItsPlansAreTaken(String options, String autopilot) {
    server.on("PATCH /v1/clusters/prod", 200, "{\"name\":\"prod\"}");

    Shell.Result result = shell.run(("cluster set prod " + options).split(" ", -1));

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(server.lastRequest().body())
        .isEqualTo("{\"settings\":{\"autopilot\":" + autopilot + "}}");
  }

  @Test
  void updateConfigurationsAreAppliedListedShownAndDeleted() {
    String path = "/v1/clusters/prod/autopilot/update-configs";
    String config =
        """
        {"name":"nightly","channel":"stable","updateServer":"https://u","strategy":"periodic",
         "createdAt":"2026-11-20T12:00:00Z","createdBy":"ada","next":"2026-11-23T02:00:00Z","plan":"autopilot",
         "last":{"at":"2026-11-20T12:00:00Z","result":"NOTHING_NEWER","why":"v1 runs"},"object":{"spec":
         {"upgradeStrategy":
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
        .contains("nightly", "stable", "periodic", "Monday 02:00 for 2h", "2026-11-23T02:00:00Z")
        .contains("NOTHING_NEWER 60s ago", "v1 runs");
    assertThat(shell.run("k0s", "update-config", "show", "nightly", "-c", "prod").out())
        .contains("nightly", "https://u", "Monday 02:00 for 2h", "NOTHING_NEWER", "ada");
    assertThat(shell.run("k0s", "update-config", "delete", "nightly", "-c", "prod").out())
        .contains("the plans that it made stay");
  }
}
