package dev.muster.kubernetes.objects;

import dev.muster.api.autopilot.AutopilotObjects;
import dev.muster.api.autopilot.ObjectWrite;
import dev.muster.api.autopilot.Precondition;
import dev.muster.api.requests.Caller;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.identity.Permission;
import dev.muster.kubernetes.http.KubeReply;
import dev.muster.kubernetes.objects.SentOptions.Kind;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ObjectNode;

/** Objects that somebody writes: whole, or by patches. */
@Hidden
@RestController
public final class KubeWrites {

  /** Names are drawn anew if somebody has one already. */
  private static final int TRIES = 8;

  private final AutopilotObjects objects;
  private final Clock clock;

  public KubeWrites(AutopilotObjects objects, Clock clock) {
    this.objects = objects;
    this.clock = clock;
  }

  @PostMapping(ObjectAddress.ROOT)
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  void create(
      @PathVariable Map<String, String> path,
      Caller caller,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ObjectAddress address = ObjectAddress.of(path).requireWritable("create");
    SentOptions options = SentOptions.of(request, Kind.CREATE);
    WriteAnswer answer = new WriteAnswer(request, response, address, clock);
    SentObject sent =
        SentObject.read(
            address.resource(), answer.contentType(), answer.body(), options.validation());
    answer.warn(sent.warnings());
    String version = sent.object().path("metadata").path("resourceVersion").asString("");
    if (!version.isEmpty() && !version.equals("0")) {
      throw new StatusException(
          KubeStatus.plain(500, "", "resourceVersion should not be set on objects to be created"));
    }
    ObjectNode wanted =
        new WantedObject(address.resource(), options, clock.instant())
            .created(FreshNames.named(sent.object()));
    answer.created(made(address, wanted, options, caller), options.seriousness());
  }

  private ObjectWrite made(
      ObjectAddress address, ObjectNode wanted, SentOptions options, Caller caller) {
    for (int attempt = 1; ; attempt++) {
      String name = wanted.path("metadata").path("name").asString("");
      ObjectWrite write = objects.create(address.key(name), wanted, options.seriousness(), caller);
      boolean taken = write instanceof ObjectWrite.Exists && FreshNames.isDrawn(wanted);
      if (!taken || attempt == TRIES) {
        return write;
      }
      FreshNames.redraw(wanted);
    }
  }

  @PutMapping(ObjectAddress.ONE)
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  void replace(
      @PathVariable Map<String, String> path,
      Caller caller,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ObjectAddress address = ObjectAddress.of(path).requireWritable("update");
    SentOptions options = SentOptions.of(request, Kind.UPDATE);
    WriteAnswer answer = new WriteAnswer(request, response, address, clock);
    SentObject sent =
        SentObject.read(
            address.resource(), answer.contentType(), answer.body(), options.validation());
    answer.warn(sent.warnings());
    ObjectRules.requireName(address.name(), sent.object());
    WantedObject wanted = new WantedObject(address.resource(), options, clock.instant());
    answer.changed(
        objects.change(
            address.key(),
            Precondition.NONE,
            live -> wanted.replaced(live, sent.object()),
            options.seriousness(),
            caller));
  }

  @PatchMapping(ObjectAddress.ONE)
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  void patch(
      @PathVariable Map<String, String> path,
      Caller caller,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ObjectAddress address = ObjectAddress.of(path).requireWritable("patch");
    WriteAnswer answer = new WriteAnswer(request, response, address, clock);
    SentPatch.Type type = SentPatch.Type.of(answer.contentType());
    SentOptions options =
        SentOptions.of(request, type == SentPatch.Type.APPLY ? Kind.APPLY : Kind.PATCH);
    SentPatch patch = SentPatch.read(address.resource(), address.name(), type, answer.body());
    WantedObject wanted = new WantedObject(address.resource(), options, clock.instant());
    if (patch.json() instanceof ObjectNode config && type == SentPatch.Type.APPLY) {
      apply(address, new Applying(wanted, config, options), caller, answer);
      return;
    }
    List<String> warnings = new ArrayList<>();
    ObjectWrite write =
        objects.change(
            address.key(),
            Precondition.NONE,
            live -> {
              SentObject patched = patch.patched(address.resource(), live, options.validation());
              warnings.addAll(patched.warnings());
              return wanted.patched(live, patched.object());
            },
            options.seriousness(),
            caller);
    answer.warn(warnings);
    answer.changed(write);
  }

  /** What somebody applies. */
  private record Applying(WantedObject wanted, ObjectNode config, SentOptions options) {}

  /** Somebody else may make it, or delete it, in between. */
  private void apply(ObjectAddress address, Applying applying, Caller caller, WriteAnswer answer)
      throws IOException {
    Optional<ObjectWrite> last = Optional.empty();
    for (int attempt = 1; attempt <= TRIES; attempt++) {
      ObjectWrite change =
          objects.change(
              address.key(),
              Precondition.NONE,
              live -> applying.wanted().applied(live, applying.config()),
              applying.options().seriousness(),
              caller);
      if (!(change instanceof ObjectWrite.Missing)) {
        answer.changed(change);
        return;
      }
      ObjectRules.requireName(address.name(), applying.config());
      ObjectWrite made =
          objects.create(
              address.key(),
              applying.wanted().appliedAnew(applying.config()),
              applying.options().seriousness(),
              caller);
      last = Optional.of(made);
      if (!(made instanceof ObjectWrite.Exists)) {
        break;
      }
    }
    answer.created(last.orElseThrow(), applying.options().seriousness());
  }

  /** What no address of a kind takes. */
  @PostMapping({ObjectAddress.ONE, ObjectAddress.STATUS})
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  void createOne(@PathVariable Map<String, String> path, HttpServletResponse response)
      throws IOException {
    notAllowed(path, "create", response);
  }

  @DeleteMapping(ObjectAddress.STATUS)
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  void deleteStatus(@PathVariable Map<String, String> path, HttpServletResponse response)
      throws IOException {
    notAllowed(path, "delete", response);
  }

  @RequestMapping(
      value = ObjectAddress.ROOT,
      method = {RequestMethod.PUT, RequestMethod.PATCH})
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  void nameless(@PathVariable Map<String, String> path, HttpServletResponse response)
      throws IOException {
    ObjectAddress.of(path);
    KubeStatus status = KubeStatus.badRequest("name must be provided");
    KubeReply.send(response, status.code(), status.json());
  }

  private static void notAllowed(
      Map<String, String> path, String verb, HttpServletResponse response) throws IOException {
    KubeStatus status = KubeStatus.notAllowed(ObjectAddress.of(path).resource(), verb);
    KubeReply.send(response, status.code(), status.json());
  }
}
