package dev.muster.kubernetes.fields;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.fields.Managers.Manager;
import dev.muster.kubernetes.fields.Structure.Differences;
import dev.muster.kubernetes.schema.Schema;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who owns which fields of an object after a write, and what becomes of it when somebody applies
 * theirs: Kubernetes' server-side apply. The status has other rules and is left as it is.
 */
public final class FieldOwnership {

  private static final String METADATA = "metadata";
  private static final String STATUS = "status";
  private static final String BEFORE = "before-first-apply";

  /** What the server itself writes, and nobody owns. */
  private static final FieldSet SERVERS =
      List.of(
              List.of("apiVersion"),
              List.of("kind"),
              List.of(METADATA),
              List.of(METADATA, "name"),
              List.of(METADATA, "namespace"),
              List.of(METADATA, "creationTimestamp"),
              List.of(METADATA, "selfLink"),
              List.of(METADATA, "uid"),
              List.of(METADATA, "generation"),
              List.of(METADATA, Managers.FIELD),
              List.of(METADATA, "resourceVersion"))
          .stream()
          .map(path -> FieldSet.of(path.stream().map(FieldSet::named).toList()))
          .reduce(FieldSet.NONE, FieldSet::and);

  private final Schema schema;
  private final Instant now;

  /**
   * @param now of the write
   */
  public FieldOwnership(Schema schema, Instant now) {
    this.schema = schema;
    this.now = now;
  }

  /** What becomes of an apply. */
  public sealed interface Applied {

    /** This is the object now. */
    record Merged(ObjectNode object) implements Applied {}

    /** Others own what it would change. */
    record Conflicts(List<Conflict> conflicts) implements Applied {}
  }

  /**
   * A field that somebody else owns.
   *
   * @param owner as people read it
   */
  public record Conflict(String owner, String field) {}

  /** Whether what others own is taken from them. */
  public enum Force {
    YES,
    NO
  }

  /**
   * An object as somebody wants it, with who owns what.
   *
   * @param live as it is; with nothing but its kind if it is created
   * @param name of who writes
   */
  public ObjectNode updated(ObjectNode live, ObjectNode wanted, String name) {
    Managers known = known(live, wanted);
    ObjectNode result = wanted.deepCopy();
    metadata(result).remove(Managers.FIELD);
    boolean created = live.path(METADATA).path("uid").isMissingNode();
    if (known.isEmpty() && !created) {
      return result;
    }
    Managers after = updated(known, bare(live), bare(wanted), Manager.updating(name)).bounded();
    return with(result, after);
  }

  /** What the request says of owners counts, unless it says nothing: it may take them away. */
  private static Managers known(ObjectNode live, ObjectNode wanted) {
    JsonNode said = wanted.path(METADATA).path(Managers.FIELD);
    if (said.isArray() && (said.isEmpty() || (said.size() == 1 && said.get(0).isEmpty()))) {
      return Managers.NONE;
    }
    return Managers.of(wanted)
        .filter(managers -> !managers.isEmpty())
        .or(() -> Managers.of(live))
        .orElse(Managers.NONE);
  }

  private Managers updated(Managers known, ObjectNode live, ObjectNode wanted, Manager who) {
    Differences differences = Structure.compare(schema, live, wanted);
    FieldSet gained = differences.set().without(SERVERS);
    FieldSet lost = differences.set().and(differences.removed());
    Managers after = known.without(lost, Optional.empty());
    return gained.isEmpty()
        ? after
        : after.with(who, after.of(who).and(gained), Optional.of(Managers.shown(now)));
  }

  /**
   * Applies what somebody wants.
   *
   * @param live as it is; with nothing but its kind if there is none
   * @param config what they want, and nothing else
   */
  public Applied apply(ObjectNode live, ObjectNode config, String name, Force force) {
    Applied applied = applyOnce(live, config, name, force);
    boolean kubectl = name.equals("kubectl");
    if (kubectl && applied instanceof Applied.Conflicts(List<Conflict> conflicts)) {
      List<String> own = LastApplied.untouched(schema, live).paths();
      List<Conflict> left =
          conflicts.stream().filter(conflict -> !own.contains(conflict.field())).toList();
      applied =
          left.isEmpty() ? applyOnce(live, config, name, Force.YES) : new Applied.Conflicts(left);
    }
    if (kubectl && applied instanceof Applied.Merged(ObjectNode object)) {
      LastApplied.refresh(object, config);
    }
    return applied;
  }

  private Applied applyOnce(ObjectNode live, ObjectNode config, String name, Force force) {
    ObjectNode bare = bare(live);
    Managers known = Managers.of(live).orElse(Managers.NONE);
    if (known.isEmpty()) {
      ObjectNode nothing = WireFormat.JSON.createObjectNode();
      nothing.putObject(METADATA);
      nothing.set("apiVersion", live.path("apiVersion"));
      nothing.set("kind", live.path("kind"));
      known = updated(known, nothing, bare, Manager.updating(BEFORE));
    }
    Manager who = Manager.applying(name);
    FieldSet last = known.of(who);
    FieldSet set = Structure.fields(schema, bare(config));
    Managers claimed = known.with(who, set, known.timeOf(who));
    JsonNode merged = Structure.merge(schema, bare, bare(config));
    JsonNode pruned = pruned(merged, claimed, last);
    Differences differences = Structure.compare(schema, bare, pruned);
    List<Conflict> conflicts = conflicts(claimed, who, differences);
    if (force == Force.NO && !conflicts.isEmpty()) {
      return new Applied.Conflicts(conflicts);
    }
    boolean same = Structure.isSame(bare, pruned);
    Managers after =
        claimed
            .without(differences.set().and(differences.removed()), Optional.of(who))
            .with(
                who,
                set.without(SERVERS),
                same ? known.timeOf(who) : Optional.of(Managers.shown(now)));
    ObjectNode result = (ObjectNode) pruned.deepCopy();
    if (live.has(STATUS)) {
      result.set(STATUS, live.get(STATUS));
    }
    return new Applied.Merged(with(result, after));
  }

  /** Without what they applied last time and no more, and nobody else owns. */
  private JsonNode pruned(JsonNode merged, Managers claimed, FieldSet last) {
    if (last.isEmpty()) {
      return merged;
    }
    FieldSet before = last.withParents(schema);
    JsonNode less = Structure.without(schema, merged, before);
    FieldSet all = fields(merged);
    FieldSet kept = fields(less).and(claimed.all().withParents(schema));
    JsonNode owned = Structure.without(schema, merged, all.without(kept));
    return Structure.without(schema, merged, all.without(fields(owned)).shared(before));
  }

  private FieldSet fields(JsonNode object) {
    return Structure.fields(schema, object).withParents(schema);
  }

  private static List<Conflict> conflicts(Managers managers, Manager who, Differences differences) {
    Map<String, List<Conflict>> byOwner = new TreeMap<>();
    managers
        .owners()
        .forEach((manager, owned) -> {
          if (!manager.equals(who)) {
            String order = "%s %s".formatted(manager.operation(), manager.name());
            for (String path : owned.fields().shared(differences.set()).paths()) {
              byOwner
                  .computeIfAbsent(order, key -> new ArrayList<>())
                  .add(new Conflict(manager.shown(), path));
            }
          }
        });
    return byOwner.values().stream().flatMap(List::stream).toList();
  }

  /** Without status and owners, which are not owned themselves. */
  private static ObjectNode bare(ObjectNode object) {
    ObjectNode bare = object.deepCopy();
    bare.remove(STATUS);
    metadata(bare).remove(Managers.FIELD);
    return bare;
  }

  private static ObjectNode with(ObjectNode object, Managers managers) {
    if (!managers.isEmpty()) {
      metadata(object).set(Managers.FIELD, managers.json());
    }
    return object;
  }

  private static ObjectNode metadata(ObjectNode object) {
    return object.path(METADATA) instanceof ObjectNode metadata
        ? metadata
        : object.putObject(METADATA);
  }

  /** Whether two objects differ in nothing but the times of their owners. */
  public static boolean differInTimesAlone(ObjectNode one, ObjectNode other) {
    return Structure.isSame(timeless(one), timeless(other));
  }

  private static ObjectNode timeless(ObjectNode object) {
    ObjectNode timeless = object.deepCopy();
    for (JsonNode entry : timeless.path(METADATA).path(Managers.FIELD)) {
      if (entry instanceof ObjectNode manager) {
        manager.remove("time");
      }
    }
    return timeless;
  }
}
