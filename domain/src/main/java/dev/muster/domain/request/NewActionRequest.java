package dev.muster.domain.request;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What people say of an action that they want: the body of {@code POST
 * /v1/clusters/{c}/nodes/{n}/actions} and of {@code POST /v1/clusters/{c}/actions}, and a part of
 * the message {@code addAction}.
 *
 * @param id makes the request repeatable; one is made when there is none
 * @param approve whether a person must approve it first
 * @param dependsOn actions of the same cluster that must succeed first
 * @param timeout of the execution, enforced by the agent, or by Muster for an action on the cluster
 * @param scheduleWithin it FAILED if it was not sent this long after only its turn was missing;
 *     {@code P1D} if it is absent
 * @param evenWhenDown whether it may start on a node that is not UP, as long as its agent answers
 * @param metadata kept and shown, not interpreted
 */
public record NewActionRequest(
    Optional<ActionId> id,
    ActionKind kind,
    Optional<Map<String, JsonNode>> args,
    Optional<Approve> approve,
    Optional<List<ActionId>> dependsOn,
    Optional<Duration> timeout,
    Optional<Duration> scheduleWithin,
    Optional<Boolean> evenWhenDown,
    Optional<Map<String, String>> metadata) {

  /** Whether somebody must agree. */
  public enum Approve {
    @JsonProperty("required")
    REQUIRED
  }
}
