package dev.muster.api.autopilot;

import dev.muster.api.autopilot.ObjectRequests.Applied;
import dev.muster.api.autopilot.ObjectRequests.Newness;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.ListJson;
import dev.muster.api.requests.PostsDocument;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.records.Records;
import dev.muster.records.autopilot.ObjectKey;
import dev.muster.records.autopilot.StoredObject;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Applies, shows and deletes update configurations of k0s Autopilot. */
@RestController
@Tag(name = "autopilot")
public final class UpdateConfigController {

  private static final String CONFIGS = "/v1/clusters/{cluster}/autopilot/update-configs";

  private final Records records;
  private final ObjectRequests requests;

  UpdateConfigController(Records records, AutopilotObjects objects) {
    this.records = records;
    this.requests = new ObjectRequests(objects);
  }

  @PostsDocument(CONFIGS)
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Apply an update configuration of k0s Autopilot",
      description =
          "YAML or JSON of an UpdateConfig of `autopilot.k0sproject.io/v1beta2`: where new versions"
              + " are looked for, and when. What is found becomes a plan. The same again changes"
              + " nothing (200).")
  @Refuses({ProblemType.BAD_UPDATE_CONFIG, ProblemType.CONFLICT})
  Creation<UpdateConfigJson> create(
      @PathVariable ClusterName cluster,
      @RequestBody byte[] document,
      @RequestParam(defaultValue = "false") boolean dryRun,
      Caller caller) {
    Applied applied =
        requests.apply(
            ObjectDocument.read(cluster, ObjectKind.UPDATE_CONFIG, document),
            dryRun ? Seriousness.TRIED : Seriousness.DONE,
            caller);
    UpdateConfigJson config = listed(applied.object(), creators(cluster));
    return applied.newness() == Newness.MADE
        ? Creation.made(
            URI.create(CONFIGS.replace("{cluster}", cluster.value()) + "/" + config.name()), config)
        : Creation.known(config);
  }

  @GetMapping(CONFIGS)
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(
      summary = "List update configurations of k0s Autopilot by name",
      description = "When each looks next, and what became of its last look.")
  ListJson<UpdateConfigJson> list(
      @PathVariable ClusterName cluster,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    Map<UUID, String> creators = creators(cluster);
    return ListJson.of(
        limit,
        marker,
        page -> ObjectPaging.page(requests.all(cluster, ObjectKind.UPDATE_CONFIG), page),
        config -> listed(config, creators));
  }

  @GetMapping(CONFIGS + "/{config}")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  @Operation(summary = "Show an update configuration of k0s Autopilot")
  UpdateConfigJson show(@PathVariable ClusterName cluster, @PathVariable ObjectName config) {
    return listed(requests.require(key(cluster, config)), creators(cluster));
  }

  @DeleteMapping(CONFIGS + "/{config}")
  @Needs(value = Permission.OPERATE, where = Where.CLUSTER)
  @Operation(
      summary = "Delete an update configuration of k0s Autopilot",
      description = "The plans that it made stay.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(@PathVariable ClusterName cluster, @PathVariable ObjectName config, Caller caller) {
    requests.remove(key(cluster, config), caller);
  }

  private Map<UUID, String> creators(ClusterName cluster) {
    return records.autopilot().objects().creators(cluster, ObjectKind.UPDATE_CONFIG);
  }

  private UpdateConfigJson listed(StoredObject config, Map<UUID, String> creators) {
    return UpdateConfigJson.of(
        config,
        records.autopilot().looks().of(config.uid()),
        creators.getOrDefault(config.uid(), ""));
  }

  private static ObjectKey key(ClusterName cluster, ObjectName config) {
    return new ObjectKey(cluster, ObjectKind.UPDATE_CONFIG, config.value());
  }
}
