package dev.muster.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people read of join tokens, and of what agents are known by. */
final class JoinTextTest {

  private final StubServer server = StubServer.start();
  private final Shell shell = Shell.at(server);

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aJoinTokenIsTheOnlyThingOnStandardOutput() {
    server.on(
        "POST /v1/clusters/demo/agent-tokens",
        201,
        """
        {"id":"3f2a91c4-0000-4000-8000-000000000001","cluster":"demo","uses":10,"accept":true,
         "expiresAt":"2026-11-20T13:00:00Z","token":"muster_x"}\
        """);
    Shell.Result made = shell.run("agent-token", "create", "--cluster", "demo", "--uses", "10");
    assertThat(made.out()).isEqualTo("muster_x\n");
    assertThat(made.err())
        .isEqualTo(
            """
            Join token 3f2a91c4 of demo, for 10, until 2026-11-20T13:00:00Z; they are accepted at once. It is shown this once.
            """);
  }

  @Test
  void aNodeSaysByWhatItsAgentIsKnown() {
    server.on(
        "GET /v1/clusters/demo/nodes/n1",
        200,
        """
        {"id":"n1","trust":{"state":"accepted","token":true,"certificate":"3f2a",
         "rotationAskedAt":"2026-11-20T11:59:00Z","rotationError":"connection refused"}}\
        """);
    assertThat(shell.run("node", "show", "demo", "n1").out())
        .contains("accepted; a token of its own", "not exchanged: connection refused", "3f2a");
    server.on(
        "GET /v1/clusters/demo/nodes/n2",
        200,
        """
        {"id":"n2","trust":{"state":"revoked","token":false,
         "revokedAt":"2026-11-20T11:59:00Z","revokedBy":"eve"}}\
        """);
    assertThat(shell.run("node", "show", "demo", "n2").out()).contains("revoked; ", "by eve");
  }
}
