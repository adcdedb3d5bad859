package dev.muster.kubernetes.objects;

import dev.muster.api.autopilot.AutopilotObjects;
import dev.muster.api.events.Followers;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.api.security.ProvenIdentity;
import dev.muster.domain.identity.Permission;
import dev.muster.kubernetes.http.KubeReply;
import dev.muster.kubernetes.objects.ListQuery.Following;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import dev.muster.kubernetes.watch.ObjectFeeds;
import dev.muster.records.autopilot.ObjectPage;
import dev.muster.records.autopilot.StoredObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Objects that somebody reads: one, all of a kind, and what becomes of them. */
@Hidden
@RestController
public final class KubeReads {
  private static final Logger LOG = LoggerFactory.getLogger(KubeReads.class);

  private final AutopilotObjects objects;
  private final ObjectFeeds feeds;
  private final Followers followers;
  private final Clock clock;

  public KubeReads(AutopilotObjects objects, ObjectFeeds feeds, Followers followers, Clock clock) {
    this.objects = objects;
    this.feeds = feeds;
    this.followers = followers;
    this.clock = clock;
  }

  @GetMapping({ObjectAddress.ONE, ObjectAddress.STATUS})
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void find(
      @PathVariable Map<String, String> path,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ObjectAddress address = ObjectAddress.of(path);
    if (request.getRequestURI().endsWith("/status")) {
      address.requireStatus();
    }
    ShownObjects shown = ShownObjects.of(request, address.resource(), clock);
    StoredObject object = objects.find(address.key()).orElseThrow(address::missing);
    KubeReply.ok(response, shown.one(object.json()));
  }

  @GetMapping(ObjectAddress.ROOT)
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void list(
      @PathVariable Map<String, String> path,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ObjectAddress address = ObjectAddress.of(path);
    ShownObjects shown = ShownObjects.of(request, address.resource(), clock);
    ListQuery query = ListQuery.of(request);
    if (query.following() == Following.WATCH) {
      watch(address, query, shown, response);
      return;
    }
    ObjectPage page = objects.list(address.cluster(), address.resource().kind());
    query.requireAt(page.version());
    KubeReply.ok(
        response,
        shown.list(
            page.objects().stream().filter(query.selection()::has).map(StoredObject::json).toList(),
            page.version()));
  }

  private void watch(
      ObjectAddress address, ListQuery query, ShownObjects shown, HttpServletResponse response) {
    Runnable leave = followers.join();
    try {
      response.setContentType(MediaType.APPLICATION_JSON_VALUE);
      response.setHeader("Cache-Control", "no-cache, private");
      response.setHeader("X-Accel-Buffering", "no");
      new WatchAnswer(objects, feeds, address.cluster(), address.resource(), query)
          .stream(
              new WatchEvents(address.resource(), shown, response.getOutputStream()), stillMay());
    } catch (IOException gone) {
      LOG.debug("One who watched {} has gone", address);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      leave.run();
    }
  }

  /** Whether who asked may go on to see it: a stream must not outlive what opened it. */
  private static BooleanSupplier stillMay() {
    return ProvenIdentity.current()
        .<BooleanSupplier>map(who -> who::stillHolds)
        .orElseThrow(
            () -> new StatusException(KubeStatus.plain(401, "Unauthorized", "Unauthorized")));
  }
}
