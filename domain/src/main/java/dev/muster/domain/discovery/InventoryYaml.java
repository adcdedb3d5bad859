package dev.muster.domain.discovery;

import dev.muster.domain.shown.Shortened;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Reads an inventory in YAML: groups by name, each with {@code hosts}, {@code vars} and {@code
 * children}. What stands in a group beside them is left alone, as Ansible does.
 */
final class InventoryYaml {

  private static final int LONGEST_SHOWN = 60;

  /** Of groups in groups; the document's own depth is bounded, too. */
  private static final int DEEPEST = 30;

  private final Inventory inventory = new Inventory();

  private InventoryYaml() {}

  static Inventory read(JsonNode root) {
    if (!root.isObject()) {
      throw new UnusableException("it is no map of groups (expected: all: {hosts: ...})");
    }
    if (root.has("plugin")) {
      throw new UnusableException(
          "it configures a plugin of Ansible, which is not run here (expected: hosts;"
              + " ansible-inventory --list --yaml writes them)");
    }
    InventoryYaml reader = new InventoryYaml();
    root.properties().forEach(group -> reader.group(group.getKey(), group.getValue(), 1));
    return reader.inventory;
  }

  private void group(String name, JsonNode group, int depth) {
    if (depth > DEEPEST) {
      throw new UnusableException(
          "its groups are more than %d deep (expected: less)".formatted(DEEPEST));
    }
    inventory.group(name);
    if (group.isNull()) {
      return;
    }
    if (!group.isObject()) {
      throw wrong(name, "it is no map");
    }
    scalars(section(name, group, "vars"))
        .forEach((variable, value) -> inventory.variable(name, variable, value));
    for (Map.Entry<String, JsonNode> host : section(name, group, "hosts").properties()) {
      if (!host.getValue().isObject() && !host.getValue().isNull()) {
        throw wrong(
            name, "host '%s' is no map".formatted(Shortened.to(LONGEST_SHOWN, host.getKey())));
      }
      inventory.hosts(name, host.getKey(), scalars(host.getValue()));
    }
    for (Map.Entry<String, JsonNode> child : section(name, group, "children").properties()) {
      inventory.child(name, child.getKey());
      group(child.getKey(), child.getValue(), depth + 1);
    }
  }

  /** One name alone may stand in the place of a map. */
  private static JsonNode section(String group, JsonNode json, String name) {
    JsonNode section = json.path(name);
    if (section.isMissingNode() || section.isNull()) {
      return JsonNodeFactory.instance.objectNode();
    }
    if (section.isString()) {
      return JsonNodeFactory.instance.objectNode().putNull(section.stringValue());
    }
    if (!section.isObject()) {
      throw wrong(group, "'%s' is no map".formatted(name));
    }
    return section;
  }

  private static Map<String, String> scalars(JsonNode json) {
    Map<String, String> scalars = new HashMap<>();
    for (Map.Entry<String, JsonNode> one : json.properties()) {
      if (one.getValue().isValueNode() && !one.getValue().isNull()) {
        scalars.put(one.getKey(), one.getValue().asString());
      }
    }
    return scalars;
  }

  private static UnusableException wrong(String group, String why) {
    return new UnusableException(
        "group '%s': %s".formatted(Shortened.to(LONGEST_SHOWN, group), why));
  }
}
