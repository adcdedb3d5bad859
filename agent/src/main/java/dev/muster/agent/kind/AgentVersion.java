package dev.muster.agent.kind;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.node.AgentDescription;
import dev.muster.agent.settings.UpgradeSettings;
import dev.muster.domain.protocol.WireFormat;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Says which agent this is, and where its next version belongs; fails if it is not the one. */
final class AgentVersion implements Kind {

  private final Optional<UpgradeSettings> upgrade;

  AgentVersion(Optional<UpgradeSettings> upgrade) {
    this.upgrade = upgrade;
  }

  @Override
  public String name() {
    return "agent.version";
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, fields -> fields.optionalText("image"));
  }

  @Override
  public Outcome execute(Execution execution) {
    String image = AgentDescription.image().orElse("-");
    Optional<String> expected =
        JsonFields.read("args", execution.subject().args(), fields -> fields.optionalText("image"));
    if (expected.filter(other -> !other.equals(image)).isPresent()) {
      return Outcome.failed("the agent is %s, not %s".formatted(image, expected.get()));
    }
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    outputs.put("version", AgentDescription.version());
    outputs.put("platform", AgentDescription.platform());
    outputs.put("image", image);
    upgrade.ifPresent(settings ->
        outputs
            .put("home", settings.home().toString())
            .put("packages", settings.packages().toString()));
    return Outcome.done(outputs);
  }

  @Override
  public Outcome recover(Execution execution) {
    return execute(execution);
  }
}
