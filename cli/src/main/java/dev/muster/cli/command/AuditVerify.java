package dev.muster.cli.command;

import dev.muster.cli.rest.Answer;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.ExitCode;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code muster audit verify}: whether the audit is as it was written. */
@Command(
    name = "verify",
    description = {
      "Says whether the audit is as it was written, and if not, from where on it is not.",
      "Keep the seal that it shows elsewhere: with --seal, a chain that was made anew is found"
          + " too.",
      "Exit code 4 if something does not hold."
    },
    footer = {"", "Example:", "  muster audit verify --seal \"$(cat last-seal)\""})
final class AuditVerify implements Callable<Integer> {
  private final Session session;

  @Option(
      names = "--seal",
      paramLabel = "PLACE:HASH",
      description = "A seal that an earlier verify showed: the chain must still go through it.")
  private Optional<String> seal = Optional.empty();

  AuditVerify(Session session) {
    this.session = session;
  }

  @Override
  public Integer call() {
    Answer answer = session.api().get(ApiPath.of("audit", "verification").with("seal", seal));
    session.answer(answer, this::shown);
    return Json.flag(answer.json(), "holds") ? ExitCode.OK.number() : ExitCode.REFUSED.number();
  }

  private void shown(JsonNode json) {
    boolean holds = Json.flag(json, "holds");
    session.print(
        new FieldList()
            .add(
                "audit",
                holds ? "is as it was written" : "was changed",
                holds ? Colour.GREEN : Colour.RED)
            .add("entries", Json.text(json, "sealed") + " sealed")
            .add("removed", Json.text(json, "removed") + " by retention")
            .add("not sealed yet", Json.text(json, "unsealed"))
            .add("seal", Json.text(json, "seal"))
            .lines(session.terminal()));
    for (JsonNode fault : Json.items(json, "faults")) {
      session.out().printf("  place %s: %s%n", Json.text(fault, "place"), Json.text(fault, "what"));
    }
  }
}
