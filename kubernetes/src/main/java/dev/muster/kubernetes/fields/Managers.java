package dev.muster.kubernetes.fields;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.protocol.WireFormat;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Who owns which fields of an object: {@code metadata.managedFields}. */
record Managers(Map<Manager, Owned> owners) {

  static final String FIELD = "managedFields";

  private static final String API_VERSION = ObjectKind.GROUP + "/" + ObjectKind.VERSION;

  /** More that only updated are kept as one. */
  private static final int MOST_UPDATERS = 10;

  private static final String ANCIENT = "ancient-changes";

  private static final Comparator<Map.Entry<Manager, Owned>> BY_TIME =
      Comparator.comparing(one -> one.getValue().time().orElse(""));

  private static final Comparator<Map.Entry<Manager, Owned>> ORDER =
      Comparator.<Map.Entry<Manager, Owned>, Operation>comparing(one -> one.getKey().operation())
          .thenComparing(BY_TIME)
          .thenComparing(one -> one.getKey().name())
          .thenComparing(one -> one.getKey().subresource());

  /** How somebody came to own fields. */
  enum Operation {
    APPLY("Apply"),
    UPDATE("Update");

    private final String word;

    Operation(String word) {
      this.word = word;
    }
  }

  /** Somebody who owns fields. */
  record Manager(String name, Operation operation, String subresource) {

    static Manager updating(String name) {
      return new Manager(name, Operation.UPDATE, "");
    }

    static Manager applying(String name) {
      return new Manager(name, Operation.APPLY, "");
    }

    /** As conflicts tell of them. */
    String shown() {
      String who = "\"" + name + "\"";
      String where = subresource.isEmpty() ? "" : " with subresource \"" + subresource + "\"";
      return who + where + (operation == Operation.UPDATE ? " using " + API_VERSION : "");
    }
  }

  /** What somebody owns, and since when it is so. */
  record Owned(FieldSet fields, Optional<String> time) {}

  Managers {
    owners = new LinkedHashMap<>(owners);
    owners.values().removeIf(owned -> owned.fields().isEmpty());
  }

  static final Managers NONE = new Managers(Map.of());

  /** The time as objects have it. */
  static String shown(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /**
   * Of an object.
   *
   * @return empty if what it has cannot be understood
   */
  static Optional<Managers> of(JsonNode object) {
    Map<Manager, Owned> owners = new LinkedHashMap<>();
    for (JsonNode entry : object.path("metadata").path(FIELD)) {
      Optional<Operation> operation = operation(entry.path("operation").asString(""));
      if (operation.isEmpty()
          || entry.path("apiVersion").asString("").isEmpty()
          || !entry.path("fieldsType").asString("").equals("FieldsV1")) {
        return Optional.empty();
      }
      try {
        JsonNode fields = entry.path("fieldsV1");
        owners.put(
            new Manager(
                entry.path("manager").asString(""),
                operation.get(),
                entry.path("subresource").asString("")),
            new Owned(
                fields.isMissingNode() ? FieldSet.NONE : FieldSet.read(fields),
                entry.path("time").asStringOpt()));
      } catch (IllegalArgumentException unreadable) {
        return Optional.empty();
      }
    }
    return Optional.of(new Managers(owners));
  }

  private static Optional<Operation> operation(String word) {
    return List.of(Operation.values()).stream().filter(one -> one.word.equals(word)).findFirst();
  }

  boolean isEmpty() {
    return owners.isEmpty();
  }

  FieldSet of(Manager manager) {
    return Optional.ofNullable(owners.get(manager)).map(Owned::fields).orElse(FieldSet.NONE);
  }

  Optional<String> timeOf(Manager manager) {
    return Optional.ofNullable(owners.get(manager)).flatMap(Owned::time);
  }

  /** All fields that somebody owns. */
  FieldSet all() {
    return owners.values().stream().map(Owned::fields).reduce(FieldSet.NONE, FieldSet::and);
  }

  Managers with(Manager manager, FieldSet fields, Optional<String> time) {
    Map<Manager, Owned> changed = new LinkedHashMap<>(owners);
    changed.put(manager, new Owned(fields, time));
    return new Managers(changed);
  }

  /** Nobody but one owns these any more. */
  Managers without(FieldSet fields, Optional<Manager> but) {
    Map<Manager, Owned> changed = new LinkedHashMap<>();
    owners.forEach((manager, owned) ->
        changed.put(
            manager,
            but.filter(manager::equals).isPresent()
                ? owned
                : new Owned(owned.fields().without(fields), owned.time())));
    return new Managers(changed);
  }

  /** With not too many that only updated: the oldest of them become one. */
  Managers bounded() {
    List<Map.Entry<Manager, Owned>> updaters =
        owners.entrySet().stream()
            .filter(one -> one.getKey().operation() == Operation.UPDATE)
            .sorted(BY_TIME.thenComparing(one -> one.getKey().name()))
            .toList();
    if (updaters.size() <= MOST_UPDATERS) {
      return this;
    }
    Map<Manager, Owned> changed = new LinkedHashMap<>(owners);
    FieldSet fields = FieldSet.NONE;
    Optional<String> time = Optional.empty();
    for (Map.Entry<Manager, Owned> old : updaters.subList(0, updaters.size() - MOST_UPDATERS + 1)) {
      changed.remove(old.getKey());
      fields = fields.and(old.getValue().fields());
      time = old.getValue().time();
    }
    changed.put(Manager.updating(ANCIENT), new Owned(fields, time));
    return new Managers(changed);
  }

  /** As objects have it; those who applied first. */
  ArrayNode json() {
    ArrayNode list = WireFormat.JSON.createArrayNode();
    List<Map.Entry<Manager, Owned>> sorted = new ArrayList<>(owners.entrySet());
    sorted.sort(ORDER);
    for (Map.Entry<Manager, Owned> one : sorted) {
      ObjectNode entry = list.addObject();
      entry.put("manager", one.getKey().name());
      entry.put("operation", one.getKey().operation().word);
      entry.put("apiVersion", API_VERSION);
      one.getValue().time().ifPresent(time -> entry.put("time", time));
      entry.put("fieldsType", "FieldsV1");
      entry.set("fieldsV1", one.getValue().fields().json());
      if (!one.getKey().subresource().isEmpty()) {
        entry.put("subresource", one.getKey().subresource());
      }
    }
    return list;
  }
}
