package dev.muster.cli;

import static dev.muster.cli.K0sPlans.DOCUMENT;
import static dev.muster.cli.K0sPlans.RUN;
import static dev.muster.cli.K0sPlans.plan;
import static dev.muster.cli.K0sPlans.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code muster k0s … --follow}: what is shown of a plan until it ends. */
final class K0sFollowTest {

  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @AfterEach
  void stop() {
    server.close();
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
    server.on("POST " + K0sPlans.PATH, 201, plan("SchedulableWait", "SignalPending", ""));
    server.on("GET " + K0sPlans.PATH + "/autopilot", 200, plan("Schedulable", "SignalPending", ""));
    server.on(
        "GET " + K0sPlans.PATH + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET " + K0sPlans.PATH + "/autopilot", 503, "{\"title\":\"Away\"}");
    server.on(
        "GET " + K0sPlans.PATH + "/autopilot", 200, plan(state, "SignalCompleted", "so it is"));
    server.on("GET /v1/runs/" + RUN, 200, run(run));

    Shell.Result result =
        shell.reading(DOCUMENT).run("k0s", "apply", "-", "-c", "prod", "--follow");

    assertThat(result.code()).as(result.err()).isEqualTo(code);
    assertThat(result.out())
        .containsSubsequence(
            "command 0 k0supdate v2 is for w1\n",
            "plan autopilot is Schedulable\n",
            "command 0 k0supdate v2: w1 is SignalSent\n",
            "plan autopilot is SchedulableWait\n",
            "Connection lost (Away); the plan goes on, trying again\n",
            "command 0 k0supdate v2: w1 is SignalCompleted",
            "plan autopilot is " + state + ": so it is\n")
        .containsOnlyOnce("w1 is SignalSent")
        .containsOnlyOnce("is for w1");
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
    server.on("POST " + K0sPlans.PATH + "/autopilot/retry", 200, plan("SchedulableWait", "", ""));
    server.on(
        "GET " + K0sPlans.PATH + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET " + K0sPlans.PATH + "/autopilot", 404, "{\"title\":\"Not found\"}");
    server.on("GET /v1/runs/" + RUN, 200, run("Schedulable"));
    server.on("GET /v1/runs/" + RUN, 200, run("Schedulable"));
    server.on("GET /v1/runs/" + RUN, 200, run("Cancelled"));

    Shell.Result result = shell.run("k0s", "retry", "-c", "prod", "--follow");

    assertThat(result.code()).as(result.err()).isEqualTo(ExitCode.CANCELLED.number());
    assertThat(result.out()).contains("is tried again, attempt 2", "is deleted; its run 3f2a91c4");
  }

  @Test
  void followingEndsWhenItsTimeIsOverAndSaysSo() {
    server.on("POST " + K0sPlans.PATH + "/autopilot/retry", 200, plan("SchedulableWait", "", ""));
    server.on(
        "GET " + K0sPlans.PATH + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET /v1/runs/" + RUN, 200, run("Schedulable"));

    Shell.Result result = shell.run("k0s", "retry", "-c", "prod", "--follow", "--timeout", "0s");

    assertThat(result.code()).isEqualTo(ExitCode.WAITING.number());
    assertThat(result.out()).contains("muster k0s show autopilot --cluster prod");
  }

  @Test
  void asJsonFollowingIsOneLineForEachChange() {
    server.on("POST " + K0sPlans.PATH, 201, plan("SchedulableWait", "SignalPending", ""));
    server.on(
        "GET " + K0sPlans.PATH + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on(
        "GET " + K0sPlans.PATH + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET " + K0sPlans.PATH + "/autopilot", 200, plan("Completed", "SignalCompleted", ""));

    Shell.Result result =
        shell.reading(DOCUMENT).run("k0s", "apply", "-", "-c", "prod", "-f", "-o", "json");

    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out().lines().map(line -> Json.text(Json.parse(line), "state")))
        .containsExactly("SchedulableWait", "Completed");
  }

  @Test
  void onATerminalThePictureIsDrawnOverItself() {
    server.on("POST " + K0sPlans.PATH, 201, plan("SchedulableWait", "SignalPending", ""));
    server.on(
        "GET " + K0sPlans.PATH + "/autopilot", 200, plan("SchedulableWait", "SignalSent", ""));
    server.on("GET " + K0sPlans.PATH + "/autopilot", 200, plan("Completed", "SignalCompleted", ""));
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
}
