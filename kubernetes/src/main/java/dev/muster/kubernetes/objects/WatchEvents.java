package dev.muster.kubernetes.objects;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.tables.TableRows.Head;
import dev.muster.kubernetes.watch.ToldChange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The events of a watch as they go over the wire: one line each. For one thread. */
final class WatchEvents {

  private static final String ENDED = "k8s.io/initial-events-end";

  private final CustomResource resource;
  private final ShownObjects shown;
  private final OutputStream out;
  private Head head = Head.SHOWN;
  private boolean written;

  WatchEvents(CustomResource resource, ShownObjects shown, OutputStream out) {
    this.resource = resource;
    this.shown = shown;
    this.out = out;
  }

  void change(ToldChange change) throws IOException {
    event(
        change.type().name(),
        shown.isWhole() ? change.json() : text(shown.one(change.object().json(), head)));
    head = Head.LEFT_OUT;
  }

  /** That nothing that is to be told is older. */
  void bookmark(long version) throws IOException {
    event("BOOKMARK", text(shown.bookmark(empty(version))));
  }

  /** That all that was there has been told. */
  void initialEnd(long version) throws IOException {
    ObjectNode object = empty(version);
    object.withObject("metadata").putObject("annotations").put(ENDED, "true");
    event("BOOKMARK", text(shown.bookmark(object)));
  }

  void error(KubeStatus status) throws IOException {
    event("ERROR", text(status.json()));
  }

  /** Between two events there may be any space; what reads them does not see it. */
  void stillHere() throws IOException {
    if (!written) {
      write("\n");
    }
  }

  void flush() throws IOException {
    out.flush();
    written = false;
  }

  private ObjectNode empty(long version) {
    ObjectNode object = WireFormat.JSON.createObjectNode();
    object.put("kind", resource.kind().word());
    object.put("apiVersion", CustomResource.API_VERSION);
    object.putObject("metadata").put("resourceVersion", Long.toString(version));
    return object;
  }

  private void event(String type, String object) throws IOException {
    write("{\"type\":\"" + type + "\",\"object\":" + object + "}\n");
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    written = true;
  }

  private static String text(JsonNode json) {
    return WireFormat.JSON.writeValueAsString(json);
  }
}
