package dev.muster.api.runs;

import dev.muster.domain.request.WhoAndWhy;
import dev.muster.domain.run.RunId;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Bodies of the requests about runs. */
public final class RunRequests {

  private RunRequests() {}

  /**
   * Body of {@code POST /v1/clusters/{c}/plan}.
   *
   * @param version the newest when there is none
   * @param params those that differ from the defaults
   */
  public record Plan(
      String playbook, Optional<Integer> version, Optional<Map<String, JsonNode>> params) {}

  /**
   * Body of {@code POST /v1/clusters/{c}/runs}.
   *
   * @param id makes the request repeatable; one is made when there is none
   * @param planHash of the plan that was looked at: another plan is refused
   * @param reason why, for everybody who looks at the run
   * @param ticket where there is more about it
   */
  public record Start(
      Optional<RunId> id,
      String playbook,
      Optional<Integer> version,
      Optional<Map<String, JsonNode>> params,
      Optional<String> planHash,
      @Schema(maxLength = WhoAndWhy.LONGEST_WHY) Optional<String> reason,
      @Schema(maxLength = RunStart.MAX_TICKET) Optional<String> ticket) {

    Plan plan() {
      return new Plan(playbook, version, params);
    }
  }

  /**
   * Body of an approval.
   *
   * @param planHash of the plan that was looked at: it must still be the run's
   */
  public record Approval(
      Optional<String> planHash, @Schema(maxLength = WhoAndWhy.LONGEST_WHY) Optional<String> why) {}

  /** Body of the other commands. */
  public record Command(@Schema(maxLength = WhoAndWhy.LONGEST_WHY) Optional<String> why) {}
}
