package dev.muster.api.openapi;

import dev.muster.api.actions.SenlinState;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Listed;
import dev.muster.api.requests.PostsDocument;
import dev.muster.api.requests.SentDocument;
import dev.muster.api.runs.RunController;
import dev.muster.api.runs.RunNodeController;
import dev.muster.api.security.Needs;
import dev.muster.domain.cluster.Label;
import dev.muster.domain.event.EventLevel;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.playbook.DocumentText;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.WhoAndWhy;
import dev.muster.domain.run.NodeState;
import dev.muster.records.actions.ActionLists;
import dev.muster.records.audit.AuditSeal;
import dev.muster.records.runs.RunLists;
import dev.muster.records.sql.IdMatch;
import dev.muster.records.sql.ListOrder;
import dev.muster.records.sql.ListOrder.SortKey;
import dev.muster.records.sql.PageRequest;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.web.method.HandlerMethod;
import tools.jackson.databind.JsonNode;

/** What is said of every operation in the same words: parameters, examples, errors. */
final class OperationDetails implements OperationCustomizer {

  private static final Map<String, String> PARAMETERS =
      Map.ofEntries(
          Map.entry("cluster", "Name of a cluster"),
          Map.entry("node", "Id of a node in its cluster"),
          Map.entry(
              "id", "A UUID, or its first characters, at least 4; of an action also its name"),
          Map.entry("sort", "Keys with commas between them, each with :asc or :desc or neither"),
          Map.entry("run", "A UUID, or its first characters, at least 4"),
          Map.entry("parent", "A UUID, or its first characters, at least 4; or the action's name"),
          Map.entry("action", "A UUID, or its first characters, at least 4"),
          Map.entry("name", "Name of a playbook"),
          Map.entry("discovery", "Name of a discovery"),
          Map.entry("policy", "Name or id of a policy"),
          Map.entry("schedule", "Name of a schedule"),
          Map.entry("receiver", "Name of a receiver"),
          Map.entry("plan", "Name of a plan of k0s Autopilot"),
          Map.entry("config", "Name of an update configuration of k0s Autopilot"),
          Map.entry("dryRun", "true: everything is checked, and nothing is kept"),
          Map.entry("settle", "How long a node must be well before the next, such as 30s"),
          Map.entry("windows", "When nodes may begin, such as `Mon-Thu 22:00+6h Europe/Rome`"),
          Map.entry("batches", "Of workers, in place of the plan's limit, such as `1,10%,50%`"),
          Map.entry("nodeDeadline", "How long a node may take, such as 30m"),
          Map.entry("deadline", "How long the plan may take, such as 4h"),
          Map.entry("drain", "skip: nodes are neither cordoned nor drained"),
          Map.entry("drainTimeout", "Until a node that is not drained fails, such as 5m"),
          Map.entry("drainGrace", "Of pods, in place of their own, such as 30s"),
          Map.entry("keepCordoned", "true: nodes stay cordoned after the update"),
          Map.entry("approval", "People who must agree before each command, such as 1"),
          Map.entry("maxFailures", "Nodes of a wave that may fail, such as 2 or 10%"),
          Map.entry("after", "The number of the last event that is known"),
          Map.entry("dialect", "current, seed or strict"),
          Map.entry("secret", "What only the receiver's address has"),
          Map.entry("limit", "How many items at most, 1 to 500"),
          Map.entry("marker", "The `next` of the page before"),
          Map.entry("state", "One or more, separated by commas"),
          Map.entry("kind", "One or more, separated by commas"),
          Map.entry("playbook", "One or more, separated by commas"),
          Map.entry("level", "debug, info, warning, error; several with commas between them"),
          Map.entry("derived", "true: of actions too that another action or a run derived"),
          Map.entry("open", "true: what is not over; false: what is"),
          Map.entry("selector", "Kubernetes' label-selector grammar"));

  /** PostgreSQL has no text with U+0000, so nothing is called by one. */
  private static final String STORABLE = "^[^\\u0000,]*[^\\u0000-\\u0020,][^\\u0000,]*$";

  private static final List<String> LEVELS =
      Arrays.stream(EventLevel.values()).map(EventLevel::word).toList();

  private static final DocumentText.Rules DOCUMENTS =
      new DocumentText.Rules("an example", 1, 20_000, DocumentText.UnknownTags.REFUSED);

  private final Examples examples = Examples.load();

  @Override
  public Operation customize(Operation operation, HandlerMethod method) {
    String name = Examples.operation(method);
    operation.setOperationId(name);
    Optional.ofNullable(operation.getParameters())
        .orElse(List.of())
        .forEach(parameter -> describe(parameter, method));
    if (asksWho(method)) {
      operation.addParametersItem(who());
    }
    if (method.hasMethodAnnotation(PostsDocument.class)) {
      operation.getRequestBody().required(true).content(document());
    }
    examples.request(name).ifPresent(example -> show(operation, example));
    OperationNeeds.set(operation, method);
    Answers.set(operation, method);
    return operation;
  }

  private static Content document() {
    Content content =
        new Content().addMediaType("application/json", new MediaType().schema(new ObjectSchema()));
    for (String yaml : List.of(SentDocument.YAML, SentDocument.X_YAML, SentDocument.TEXT_YAML)) {
      content.addMediaType(yaml, new MediaType().schema(new StringSchema()));
    }
    return content;
  }

  /** What a list can be filtered by, in the words of what it lists. */
  private static List<String> states(Class<?> controller) {
    if (controller == RunController.class) {
      return RunController.words();
    }
    return controller == RunNodeController.class
        ? Arrays.stream(NodeState.values()).map(NodeState::name).toList()
        : SenlinState.names();
  }

  private static void show(Operation operation, JsonNode example) {
    Optional.ofNullable(operation.getRequestBody())
        .flatMap(body -> Optional.ofNullable(body.getContent()))
        .ifPresent(
            content -> content.forEach((type, body) -> body.setExample(shown(type, example))));
  }

  /** A document that is YAML in the resource is shown as JSON where JSON is sent. */
  private static Object shown(String type, JsonNode example) {
    if (!example.isString()) {
      return WireFormat.JSON.convertValue(example, Map.class);
    }
    Optional<JsonNode> root =
        type.equals("application/json")
            ? DocumentText.read(example.stringValue(), DOCUMENTS).root()
            : Optional.empty();
    return root.<Object>map(json -> WireFormat.JSON.convertValue(json, Map.class))
        .orElse(example.stringValue());
  }

  private static void describe(Parameter parameter, HandlerMethod method) {
    String text = PARAMETERS.get(parameter.getName());
    if (text != null && parameter.getDescription() == null) {
      parameter.setDescription(text);
    }
    Schema<?> items = parameter.getSchema().getItems();
    if (items != null) {
      parameter.explode(false).setSchema(several(parameter.getName(), items, method));
      return;
    }
    switch (parameter.getName()) {
      case "id", "action" -> parameter.setSchema(ValueSchemas.text(idOf(parameter, method)));
      case "run" -> parameter.setSchema(ValueSchemas.text(IdMatch.PREFIX));
      case "sort" ->
          parameter.setSchema(ValueSchemas.text(ListOrder.pattern(keys(method.getBeanType()))));
      case "limit" ->
          parameter
              .getSchema()
              .minimum(BigDecimal.ONE)
              .maximum(BigDecimal.valueOf(PageRequest.MAX_LIMIT));
      case "name", "policy" -> parameter.setSchema(ValueSchemas.text(Label.LABEL));
      case "secret" -> parameter.setSchema(ValueSchemas.text(AccessToken.PATTERN));
      case "seal" -> parameter.setSchema(ValueSchemas.text(AuditSeal.PATTERN));
      case "marker" -> parameter.setSchema(new StringSchema().minLength(1));
      default -> {}
    }
  }

  /** Values of a filter, with commas between them. */
  private static Schema<?> several(String name, Schema<?> items, HandlerMethod method) {
    return switch (name) {
      case "state" ->
          new ArraySchema()
              .items(new StringSchema()._enum(states(method.getBeanType())))
              .minItems(1);
      case "level" -> several(new StringSchema()._enum(LEVELS));
      case "run" -> several(ValueSchemas.text(IdMatch.PREFIX));
      case "parent" -> several(ValueSchemas.text(IdMatch.NAME));
      case "name", "playbook" -> several(ValueSchemas.text(STORABLE));
      default -> several(items);
    };
  }

  private static Schema<?> several(Schema<?> items) {
    return new ArraySchema().items(items).minItems(1).maxItems(Listed.VALUES);
  }

  private static String idOf(Parameter parameter, HandlerMethod method) {
    @Nullable Needs needs = method.getMethodAnnotation(Needs.class);
    boolean action =
        parameter.getName().equals("action")
            || (needs != null && needs.where() == Needs.Where.ACTION);
    return action ? IdMatch.NAME : IdMatch.PREFIX;
  }

  private static List<SortKey> keys(Class<?> controller) {
    return controller == RunController.class ? RunLists.KEYS : ActionLists.KEYS;
  }

  private static boolean asksWho(HandlerMethod method) {
    return Arrays.stream(method.getMethodParameters())
        .anyMatch(parameter -> parameter.getParameterType() == Caller.class);
  }

  private static Parameter who() {
    return new HeaderParameter()
        .name(Caller.HEADER)
        .description(
            "Who asks, where nobody is asked for a token; kept in the history. `anonymous` without"
                + " it.")
        .required(false)
        .schema(new StringSchema().pattern("\\S").maxLength(WhoAndWhy.LONGEST_NAME).example("ada"));
  }
}
