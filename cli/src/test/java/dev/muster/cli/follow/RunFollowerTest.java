package dev.muster.cli.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.Events;
import dev.muster.cli.StubServer;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class RunFollowerTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void controlCSaysThatTheRunGoesOnAndRestoresTheTerminal() throws Exception {
    try (StubServer server = StubServer.start()) {
      Runs run = Runs.in("Schedulable").summary("going");
      CompletableFuture<String> followed = new CompletableFuture<>();
      server.on("GET /v1/runs/3f2a", 200, run.text());
      server.on(
          Events.PATH,
          exchange -> {
            Events.first().run(run).sendAndStay(exchange);
            followed.complete("begun");
          });
      RunFollower follower =
          follower(
              request(server.uri())
                  .withTerminal(Terminal.screen(80, 24, Style.MONO))
                  .withCommand("./muster"));
      CompletableFuture<FollowEnd> verdict = CompletableFuture.supplyAsync(() -> follow(follower));
      followed.join();
      follower.detach();
      assertThat(verdict.join().exitCode()).isEqualTo(ExitCode.DETACHED);
      assertThat(text(out))
          .endsWith(
              "\nDetached: run 3f2a91c4 goes on. To follow it again: ./muster run follow 3f2a91c4   to cancel it: ./muster run cancel 3f2a91c4\n")
          .contains("\u001b[?25h");
      assertThat(server.requests())
          .extracting(StubServer.Request::line)
          .allMatch(l -> l.startsWith("GET "));
    }
  }

  @Test
  void inJsonTheLastWordsGoAside() {
    RunFollower follower =
        follower(request(URI.create("http://127.0.0.1:1")).withOutput(FollowRequest.Output.JSON));
    follower.detach();
    assertThat(text(out)).isEmpty();
    assertThat(text(err)).contains("Detached: run 3f2a goes on.");
  }

  @Test
  void theServerMayRestartOnTheSamePort() {
    StubServer first = StubServer.start();
    int port = first.port();
    Runs run = Runs.in("Schedulable").summary("going");
    first.on("GET /v1/runs/3f2a", 200, run.text());
    CompletableFuture<String> begun = new CompletableFuture<>();
    first.on(
        Events.PATH,
        exchange -> {
          Events.first().run(run).sendAndStay(exchange);
          begun.complete("yes");
        });
    RunFollower follower = follower(request(first.uri()).withTerminal(Terminal.stream()));
    CompletableFuture<FollowEnd> verdict = CompletableFuture.supplyAsync(() -> follow(follower));
    begun.join();
    first.close();
    try (StubServer second = StubServer.start(port)) {
      second.on(Events.PATH, Events.first().end(Runs.in("Completed").finished(5))::send);
      assertThat(verdict.join().exitCode()).isEqualTo(ExitCode.OK);
    }
    assertThat(text(out)).containsOnlyOnce("Connection lost").contains("Completed");
  }

  private RunFollower follower(FollowRequest request) {
    return new RunFollower(
        request,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private static FollowRequest request(URI server) {
    return FollowRequest.of(server, "ada", "3f2a").withTerminal(Terminal.stream());
  }

  private static FollowEnd follow(RunFollower follower) {
    try {
      return follower.follow();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
