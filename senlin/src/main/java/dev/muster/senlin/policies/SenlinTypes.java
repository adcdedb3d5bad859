package dev.muster.senlin.policies;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.policy.PolicyReader;
import dev.muster.domain.policy.PolicyTypes;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.senlin.http.Microversion;
import dev.muster.senlin.http.SenlinPages;
import dev.muster.senlin.http.SinceVersion;
import dev.muster.senlin.words.SenlinObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Which types of policies and profiles there are. */
@Hidden
@RestController
public final class SenlinTypes {

  /** From this version on the name has no version in it. */
  private static final int WITH_STATUS = 5;

  private static final String SINCE = "2026.11";

  @GetMapping("/senlin/v1/policy-types")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode policyTypes(HttpServletRequest request) {
    return listed(
        "policy_types",
        PolicyTypes.all().stream().map(policy -> PolicyWords.type(policy.type())).sorted().toList(),
        request);
  }

  @GetMapping("/senlin/v1/policy-types/{name}")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode policyType(@PathVariable String name) {
    String type = PolicyWords.type(PolicyWords.ownType(name));
    return SenlinObject.named(
        "policy_type", described(type, WireFormat.JSON.readTree(PolicyReader.schema())));
  }

  @GetMapping("/senlin/v1/profile-types")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode profileTypes(HttpServletRequest request) {
    return listed("profile_types", List.of(SenlinProfiles.TYPE), request);
  }

  @GetMapping("/senlin/v1/profile-types/{name}")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode profileType(@PathVariable String name) {
    requireKnown(name);
    return SenlinObject.named("profile_type", described(SenlinProfiles.TYPE, properties()));
  }

  /** A profile has no operations of its own: playbooks and actions do anything. */
  @GetMapping("/senlin/v1/profile-types/{name}/ops")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @SinceVersion(4)
  ObjectNode operations(@PathVariable String name) {
    requireKnown(name);
    return SenlinObject.named("operations", SenlinObject.nothing());
  }

  private static void requireKnown(String name) {
    if (!name.replaceFirst("-[0-9.]+$", "").equals(SenlinProfiles.TYPE)) {
      throw ProblemException.notFound("The profile_type '%s' could not be found.".formatted(name));
    }
  }

  private static ObjectNode listed(String what, List<String> names, HttpServletRequest request) {
    ArrayNode types = WireFormat.JSON.createArrayNode();
    for (String name : names) {
      SenlinObject type = SenlinObject.of();
      if (Microversion.of(request) < WITH_STATUS) {
        type.with("name", name + "-" + PolicyWords.VERSION);
      } else {
        type.with("name", name)
            .with("version", PolicyWords.VERSION)
            .with("support_status", status());
      }
      types.add(type.done());
    }
    return SenlinPages.named(what, types);
  }

  private static ObjectNode described(String name, JsonNode schema) {
    return SenlinObject.of()
        .with("name", name + "-" + PolicyWords.VERSION)
        .with("schema", schema)
        .with("support_status", status())
        .done();
  }

  private static ObjectNode status() {
    ArrayNode since = WireFormat.JSON.createArrayNode();
    since.add(SenlinObject.of().with("status", "SUPPORTED").with("since", SINCE).done());
    return SenlinObject.named(PolicyWords.VERSION, since);
  }

  private static ObjectNode properties() {
    return SenlinObject.of()
        .with("providers", property("labels by which nodes that make members are known", "Map"))
        .with(
            "kinds",
            property("what providers execute, unless it is member.create and so on", "Map"))
        .with("timeouts", property("how long that may take, such as create: PT10M", "Map"))
        .with("spec", property("what providers are to make; it is handed on as it is", "Map"))
        .done();
  }

  private static ObjectNode property(String description, String type) {
    return SenlinObject.of().with("description", description).with("type", type).done();
  }
}
