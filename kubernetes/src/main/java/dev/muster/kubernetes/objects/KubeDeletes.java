package dev.muster.kubernetes.objects;

import dev.muster.api.autopilot.AutopilotObjects;
import dev.muster.api.autopilot.ObjectWrite;
import dev.muster.api.autopilot.Precondition;
import dev.muster.api.requests.Caller;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.playbook.Finding;
import dev.muster.kubernetes.http.KubeReply;
import dev.muster.kubernetes.objects.SentDeletion.Preconditions;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import dev.muster.records.autopilot.ObjectPage;
import dev.muster.records.autopilot.StoredObject;
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
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ObjectNode;

/** Objects that somebody deletes: one, or some of a kind. A plan that runs is cancelled. */
@Hidden
@RestController
public final class KubeDeletes {

  private final AutopilotObjects objects;
  private final Clock clock;

  public KubeDeletes(AutopilotObjects objects, Clock clock) {
    this.objects = objects;
    this.clock = clock;
  }

  @DeleteMapping(ObjectAddress.ONE)
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  void delete(
      @PathVariable Map<String, String> path,
      Caller caller,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ObjectAddress address = ObjectAddress.of(path).requireWritable("delete");
    SentDeletion deletion = SentDeletion.of(request);
    StoredObject object = objects.find(address.key()).orElseThrow(address::missing);
    require(address, object, deletion.preconditions());
    ObjectWrite write = objects.delete(address.key(), same(object), deletion.seriousness(), caller);
    switch (write) {
      case ObjectWrite.Done(StoredObject gone) ->
          KubeReply.ok(
              response,
              KubeStatus.success(address.resource(), address.name(), gone.uid().toString()));
      case ObjectWrite.Missing missing -> throw address.missing();
      case ObjectWrite.Refused(List<Finding> findings) ->
          throw new StatusException(
              ObjectRules.refused(address.resource(), address.name(), findings));
      case ObjectWrite.Conflict(StoredObject is, String why) ->
          throw new StatusException(KubeStatus.conflict(address.resource(), address.name(), why));
      case ObjectWrite.Unchanged unchanged -> throw new IllegalStateException("not deleted");
      case ObjectWrite.Exists exists -> throw new IllegalStateException("not deleted");
    }
  }

  private static void require(
      ObjectAddress address, StoredObject object, Preconditions preconditions) {
    String uid = object.uid().toString();
    preconditions
        .uid()
        .filter(sent -> !sent.equals(uid))
        .ifPresent(sent -> {
          throw new StatusException(
              KubeStatus.unmet(
                  address.resource(),
                  address.name(),
                  ("the UID in the precondition (%s) does not match the UID in record (%s). The"
                          + " object might have been deleted and then recreated")
                      .formatted(sent, uid)));
        });
    String version = Long.toString(object.version());
    preconditions
        .version()
        .filter(sent -> !sent.equals(version))
        .ifPresent(sent -> {
          throw new StatusException(
              KubeStatus.unmet(
                  address.resource(),
                  address.name(),
                  ("the ResourceVersion in the precondition (%s) does not match the ResourceVersion"
                          + " in record (%s). The object might have been modified")
                      .formatted(sent, version)));
        });
  }

  @DeleteMapping(ObjectAddress.ROOT)
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  void deleteAll(
      @PathVariable Map<String, String> path,
      Caller caller,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException {
    ObjectAddress address = ObjectAddress.of(path).requireWritable("deletecollection");
    ShownObjects shown = ShownObjects.of(request, address.resource(), clock);
    ListQuery query = ListQuery.of(request);
    SentDeletion deletion = SentDeletion.of(request);
    ObjectPage page = objects.list(address.cluster(), address.resource().kind());
    List<ObjectNode> gone = new ArrayList<>();
    for (StoredObject object : page.objects().stream().filter(query.selection()::has).toList()) {
      ObjectWrite write =
          objects.delete(object.key(), same(object), deletion.seriousness(), caller);
      if (write instanceof ObjectWrite.Done) {
        gone.add(object.json());
      }
    }
    KubeReply.ok(response, shown.list(gone, page.version()));
  }

  /** Not one that was made anew under the name. */
  private static Precondition same(StoredObject object) {
    return new Precondition(Optional.of(object.uid()), Optional.empty());
  }
}
