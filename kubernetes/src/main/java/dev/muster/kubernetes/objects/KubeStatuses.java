package dev.muster.kubernetes.objects;

import dev.muster.api.autopilot.AutopilotObjects;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.identity.Permission;
import dev.muster.kubernetes.http.KubeReply;
import dev.muster.kubernetes.objects.SentOptions.Kind;
import dev.muster.kubernetes.objects.SentOptions.Validation;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The status of an object, which is made of what happens: nobody writes it. Who writes what is
 * there already is answered as if it had been written.
 */
@Hidden
@RestController
public final class KubeStatuses {

  private static final String STATUS = "status";
  private static final String WHY =
      "the status is made of the plan's run, and of the agents; nobody writes it. To stop a plan"
          + " delete it; to pause or go on: muster run";

  private final AutopilotObjects objects;
  private final Clock clock;

  public KubeStatuses(AutopilotObjects objects, Clock clock) {
    this.objects = objects;
    this.clock = clock;
  }

  @PutMapping(ObjectAddress.STATUS)
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  void replace(
      @PathVariable Map<String, String> path,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ObjectAddress address = ObjectAddress.of(path).requireStatus();
    SentOptions options = SentOptions.of(request, Kind.UPDATE);
    WriteAnswer answer = new WriteAnswer(request, response, address, clock);
    SentObject sent =
        SentObject.read(
            address.resource(), answer.contentType(), answer.body(), options.validation());
    ObjectRules.requireName(address.name(), sent.object());
    ObjectNode live = live(address);
    ObjectRules.requireVersion(address.resource(), live, sent.object());
    requireSame(address, live, sent.object().path(STATUS));
    show(live, address, request, response);
  }

  @PatchMapping(ObjectAddress.STATUS)
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  void patch(
      @PathVariable Map<String, String> path,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ObjectAddress address = ObjectAddress.of(path).requireStatus();
    WriteAnswer answer = new WriteAnswer(request, response, address, clock);
    SentPatch.Type type = SentPatch.Type.of(answer.contentType());
    SentOptions.of(request, type == SentPatch.Type.APPLY ? Kind.APPLY : Kind.PATCH);
    SentPatch patch = SentPatch.read(address.resource(), address.name(), type, answer.body());
    ObjectNode live = live(address);
    JsonNode wanted =
        type == SentPatch.Type.APPLY
            ? patch.json()
            : patch.patched(address.resource(), live, Validation.IGNORE).object();
    requireSame(address, live, wanted.path(STATUS));
    show(live, address, request, response);
  }

  private ObjectNode live(ObjectAddress address) {
    return objects.find(address.key()).orElseThrow(address::missing).json();
  }

  /** Typed clients send an empty status for one that is not there. */
  private static void requireSame(ObjectAddress address, ObjectNode live, JsonNode wanted) {
    JsonNode is = live.path(STATUS);
    boolean none = wanted.path("state").asString("").isEmpty() && wanted.path("commands").isEmpty();
    if (!is.equals(wanted) && !(is.isMissingNode() && none)) {
      throw new StatusException(KubeStatus.forbidden(address.resource(), address.name(), WHY));
    }
  }

  private void show(
      ObjectNode live,
      ObjectAddress address,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    KubeReply.ok(response, ShownObjects.of(request, address.resource(), clock).one(live));
  }
}
