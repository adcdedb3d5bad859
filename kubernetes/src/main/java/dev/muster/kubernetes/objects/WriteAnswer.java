package dev.muster.kubernetes.objects;

import dev.muster.api.autopilot.ObjectWrite;
import dev.muster.api.autopilot.Seriousness;
import dev.muster.domain.playbook.Finding;
import dev.muster.kubernetes.http.KubeReply;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import dev.muster.records.autopilot.StoredObject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What a write is answered with. For one request. */
final class WriteAnswer {

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final ObjectAddress address;
  private final ShownObjects shown;

  WriteAnswer(
      HttpServletRequest request,
      HttpServletResponse response,
      ObjectAddress address,
      Clock clock) {
    this.request = request;
    this.response = response;
    this.address = address;
    this.shown = ShownObjects.of(request, address.resource(), clock);
  }

  String contentType() {
    return Optional.ofNullable(request.getContentType()).orElse("");
  }

  byte[] body() throws IOException {
    return request.getInputStream().readAllBytes();
  }

  /** Tells of what was left out. */
  void warn(List<String> warnings) {
    warnings.stream()
        .map(text -> text.replace("\\", "\\\\").replace("\"", "\\\""))
        .map(text -> "299 - \"" + text + "\"")
        .forEach(header -> response.addHeader("Warning", header));
  }

  /** What was only tried has no version. */
  void created(ObjectWrite write, Seriousness seriousness) throws IOException {
    ObjectNode object = object(write).json();
    if (seriousness == Seriousness.TRIED) {
      object.withObject("metadata").remove("resourceVersion");
    }
    KubeReply.send(response, 201, shown.one(object));
  }

  void changed(ObjectWrite write) throws IOException {
    KubeReply.ok(response, shown.one(object(write).json()));
  }

  private StoredObject object(ObjectWrite write) {
    return switch (write) {
      case ObjectWrite.Done(StoredObject object) -> object;
      case ObjectWrite.Unchanged(StoredObject object) -> object;
      case ObjectWrite.Exists(StoredObject object) ->
          throw new StatusException(KubeStatus.exists(address.resource(), object.key().name()));
      case ObjectWrite.Missing missing -> throw address.missing();
      case ObjectWrite.Conflict(StoredObject object, String why) ->
          throw new StatusException(
              KubeStatus.conflict(address.resource(), object.key().name(), why));
      case ObjectWrite.Refused(List<Finding> findings) ->
          throw new StatusException(
              ObjectRules.refused(address.resource(), address.name(), findings));
    };
  }
}
