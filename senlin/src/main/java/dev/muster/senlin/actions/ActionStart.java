package dev.muster.senlin.actions;

import dev.muster.api.actions.ActionController;
import dev.muster.api.actions.ActionJson;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.senlin.words.ActionNames;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks the API for actions on clusters, as a person does. */
public final class ActionStart {

  private static final int SHOWN = 8;

  private final ActionController actions;

  public ActionStart(ActionController actions) {
    this.actions = actions;
  }

  /** One that may take the time that such actions have. */
  public ActionId on(ClusterName cluster, String kind, ObjectNode args, UUID target, Caller who) {
    return within(Optional.empty(), cluster, new Wanted(kind, args, target), who);
  }

  /**
   * What is to be done.
   *
   * @param target what it is about; its name has the beginning of this id, as Senlin's have
   */
  public record Wanted(String kind, ObjectNode args, UUID target) {}

  /** One that is to be done within a time. */
  public ActionId within(
      Optional<Duration> timeout, ClusterName cluster, Wanted wanted, Caller who) {
    NewActionRequest request =
        new NewActionRequest(
            Optional.empty(),
            new ActionKind(wanted.kind()),
            Optional.of(map(wanted.args())),
            Optional.empty(),
            Optional.empty(),
            timeout,
            Optional.empty(),
            Optional.empty(),
            Optional.of(Map.of("name", nameOf(wanted.kind(), wanted.target()))));
    ActionJson made =
        Objects.requireNonNull(actions.createCluster(cluster, request, who).getBody());
    return made.work().id();
  }

  /**
   * Completes the lifecycle hook of an action.
   *
   * @param token of the message that told of it
   * @throws ProblemException if no action of this cluster has it, or it waits for nobody
   */
  public ActionId complete(ClusterName cluster, ActionId token, Caller who) {
    String id = token.toString();
    if (!actions.show(id).work().cluster().equals(cluster)) {
      throw ProblemException.notFound("there is no action " + id);
    }
    return actions.complete(id, Optional.empty(), who).work().id();
  }

  /** As Senlin names an action: what is done, and the beginning of the target's id. */
  static String nameOf(String kind, UUID target) {
    String word = ActionNames.of(new ActionKind(kind)).toLowerCase(Locale.ROOT);
    return word.replace('.', '_') + "_" + target.toString().substring(0, SHOWN);
  }

  /** The fields of an object. */
  public static Map<String, JsonNode> map(ObjectNode object) {
    Map<String, JsonNode> fields = new HashMap<>();
    object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    return fields;
  }
}
