package dev.muster.senlin.events;

import dev.muster.api.events.ActionEventController;
import dev.muster.api.events.ActionEventJson;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.event.EventLevel;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.members.ClusterDirectory;
import dev.muster.records.members.ListedNode;
import dev.muster.records.members.NodeDirectory;
import dev.muster.records.sql.PageRequest;
import dev.muster.senlin.http.SenlinPages;
import dev.muster.senlin.http.SenlinQuery;
import dev.muster.senlin.names.SenlinLookup;
import dev.muster.senlin.words.ActionNames;
import dev.muster.senlin.words.SenlinObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Senlin's events: Muster's, newest first. */
@Hidden
@RestController
public final class SenlinEvents {

  private static final SenlinQuery.Terms TERMS =
      new SenlinQuery.Terms(
          Set.of("cluster_id", "level", "action", "oid"),
          Set.of("timestamp"),
          SenlinQuery.Markers.NUMBERS);

  private static final Map<String, EventLevel> LEVELS =
      Map.of(
          "10", EventLevel.DEBUG,
          "20", EventLevel.INFO,
          "30", EventLevel.WARNING,
          "40", EventLevel.ERROR);

  private static final int DEFAULT = 100;

  private final ActionEventController events;
  private final SenlinLookup lookup;

  public SenlinEvents(ActionEventController events, SenlinLookup lookup) {
    this.events = events;
    this.lookup = lookup;
  }

  /** Which events, in Muster's words. */
  private record Wanted(
      List<ClusterName> clusters,
      List<NodeId> nodes,
      List<ActionKind> kinds,
      List<String> levels,
      boolean derived) {}

  @GetMapping("/senlin/v1/events")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode list(HttpServletRequest request, Sight sight) {
    SenlinQuery query = SenlinQuery.of(request, TERMS, sight);
    if (query.sort().stream().anyMatch(part -> part.direction() == SenlinQuery.Direction.ASC)) {
      throw ProblemException.badRequest(
          "sort: events come newest first (expected: timestamp:desc, or no sort)");
    }
    int limit = Math.min(query.limit().orElse(DEFAULT), PageRequest.MAX_LIMIT);
    ArrayNode page = WireFormat.JSON.createArrayNode();
    if (limit > 0) {
      found(query, sight, limit).forEach(event -> page.add(shown(event)));
    }
    return SenlinPages.named("events", page);
  }

  /** A page of Muster's may be empty and have a next one; to Senlin's client that is the end. */
  private List<ActionEventJson> found(SenlinQuery query, Sight sight, int limit) {
    Wanted wanted = wanted(query, sight);
    List<ActionEventJson> found = new ArrayList<>();
    Optional<String> marker = query.marker();
    do {
      ListJson<ActionEventJson> page = page(wanted, limit - found.size(), marker, sight);
      found.addAll(page.items());
      marker = page.next();
    } while (found.size() < limit && marker.isPresent());
    return found;
  }

  private ListJson<ActionEventJson> page(
      Wanted wanted, int limit, Optional<String> marker, Sight sight) {
    return events.list(
        some(wanted.clusters()),
        some(wanted.nodes()),
        some(wanted.kinds()),
        Optional.empty(),
        some(wanted.levels()),
        wanted.derived(),
        limit,
        marker,
        sight);
  }

  private static <T> Optional<List<T>> some(List<T> values) {
    return values.isEmpty() ? Optional.empty() : Optional.of(values);
  }

  private Wanted wanted(SenlinQuery query, Sight sight) {
    List<ClusterName> clusters = new ArrayList<>();
    List<NodeId> nodes = new ArrayList<>();
    query.values("cluster_id").forEach(text -> clusters.add(lookup.cluster(text, sight).name()));
    for (String object : query.values("oid")) {
      try {
        ListedNode node = lookup.node(object, sight);
        clusters.add(node.cluster());
        nodes.add(node.node());
      } catch (ProblemException none) {
        clusters.add(lookup.cluster(object, sight).name());
      }
    }
    return new Wanted(
        clusters,
        nodes,
        query.values("action").stream()
            .flatMap(name -> ActionNames.kinds(name).stream())
            .distinct()
            .toList(),
        query.values("level").stream().map(SenlinEvents::level).toList(),
        !nodes.isEmpty());
  }

  private static String level(String text) {
    EventLevel level =
        Optional.ofNullable(LEVELS.get(text))
            .or(() -> EventLevel.named(text.toLowerCase(Locale.ROOT)))
            .orElseThrow(() ->
                ProblemException.badRequest(
                    "Field value %s is invalid (expected: debug, info, warning, error, or 10 to 40)"
                        .formatted(text)));
    return level.word();
  }

  @GetMapping("/senlin/v1/events/{number}")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode show(@PathVariable String number, Sight sight) {
    if (!number.matches("[0-9]{1,18}")) {
      throw missing(number);
    }
    long wanted = Long.parseLong(number);
    Wanted all =
        new Wanted(
            List.of(), List.of(), List.of(), List.of("debug", "info", "warning", "error"), true);
    return page(all, 1, Optional.of(String.valueOf(wanted + 1)), sight).items().stream()
        .filter(event -> event.event().number() == wanted)
        .findFirst()
        .map(event -> SenlinObject.named("event", shown(event)))
        .orElseThrow(() -> missing(number));
  }

  private static ProblemException missing(String number) {
    return ProblemException.notFound("The event '%s' could not be found.".formatted(number));
  }

  private static ObjectNode shown(ActionEventJson event) {
    ActionEventJson.EventSubjectPart subject = event.subject();
    String cluster = ClusterDirectory.idOf(subject.cluster()).toString();
    return SenlinObject.of()
        .with("id", String.valueOf(event.event().number()))
        .with("timestamp", Optional.of(event.event().at()))
        .with("level", level(event.event().level()))
        .with(
            "oid",
            subject
                .node()
                .map(node -> NodeDirectory.idOf(subject.cluster(), node).toString())
                .orElse(cluster))
        .with("oname", subject.node().map(NodeId::value).orElse(subject.cluster().value()))
        .with("otype", subject.node().isPresent() ? "NODE" : "CLUSTER")
        .with("cluster_id", cluster)
        .with("action", ActionNames.of(subject.kind()))
        .withTree("status", event.event().phase())
        .with("status_reason", event.change().why())
        .with(
            "meta_data",
            SenlinObject.of()
                .with(
                    "action",
                    SenlinObject.of()
                        .with("id", subject.action().toString())
                        .with("name", subject.name())
                        .done())
                .with("timestamp", Optional.of(event.event().at()))
                .done())
        .owned(event.change().by())
        .done();
  }

  private static String level(EventLevel level) {
    return LEVELS.entrySet().stream()
        .filter(one -> one.getValue() == level)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }
}
