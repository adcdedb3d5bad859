package dev.muster.kubernetes.discovery;

import dev.muster.api.autopilot.AutopilotObjects;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.kubernetes.http.KubeReply;
import dev.muster.kubernetes.http.NothingThere;
import dev.muster.kubernetes.schema.CustomResource;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** What there is at the address of a cluster, for clients that ask before they do anything. */
@Hidden
@RestController
public final class KubeDiscovery {

  private static final String CLUSTER = "/k8s/clusters/{cluster}";
  private static final String GROUP = CLUSTER + "/apis/" + ObjectKind.GROUP;

  private final AutopilotObjects objects;

  public KubeDiscovery(AutopilotObjects objects) {
    this.objects = objects;
  }

  @GetMapping(CLUSTER + "/version")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void version(@PathVariable String cluster, HttpServletResponse response) throws IOException {
    answer(cluster, response, ServedKinds.version());
  }

  @GetMapping({CLUSTER + "/healthz", CLUSTER + "/livez", CLUSTER + "/readyz"})
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void health(@PathVariable String cluster, HttpServletResponse response) throws IOException {
    require(cluster);
    KubeReply.text(response, 200, "ok");
  }

  /** Core objects, of which there are none. */
  @GetMapping(CLUSTER + "/api")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void core(@PathVariable String cluster, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (wantsAll(request)) {
      aggregated(cluster, response, ServedKinds.nothing());
    } else {
      answer(cluster, response, ServedKinds.coreVersions());
    }
  }

  @GetMapping(CLUSTER + "/api/v1")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void coreResources(@PathVariable String cluster, HttpServletResponse response)
      throws IOException {
    answer(cluster, response, ServedKinds.coreResources());
  }

  @GetMapping(CLUSTER + "/apis")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void groups(
      @PathVariable String cluster, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (wantsAll(request)) {
      aggregated(cluster, response, ServedKinds.all());
    } else {
      answer(cluster, response, ServedKinds.groups());
    }
  }

  @GetMapping(GROUP)
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void group(@PathVariable String cluster, HttpServletResponse response) throws IOException {
    answer(cluster, response, ServedKinds.group().put("apiVersion", "v1"));
  }

  @GetMapping(CLUSTER + "/apis/" + CustomResource.API_VERSION)
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void resources(@PathVariable String cluster, HttpServletResponse response) throws IOException {
    answer(cluster, response, ServedKinds.resources());
  }

  @GetMapping(CLUSTER + "/openapi/v3")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void documents(@PathVariable String cluster, HttpServletResponse response) throws IOException {
    answer(cluster, response, KubeOpenApi.index("/k8s/clusters/" + cluster));
  }

  @GetMapping(CLUSTER + "/openapi/v3/apis/" + CustomResource.API_VERSION)
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void document(@PathVariable String cluster, HttpServletResponse response) throws IOException {
    answer(cluster, response, KubeOpenApi.document());
  }

  @GetMapping(CLUSTER + "/openapi/v2")
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void oldDocument(@PathVariable String cluster, HttpServletResponse response) throws IOException {
    answer(cluster, response, KubeOpenApi.oldDocument());
  }

  /** Whatever else is asked for: nothing is there. */
  @RequestMapping({CLUSTER, CLUSTER + "/**"})
  @Needs(value = Permission.READ, where = Where.CLUSTER)
  void other(HttpServletResponse response) throws IOException {
    KubeReply.text(response, 404, NothingThere.WORDS);
  }

  private static boolean wantsAll(HttpServletRequest request) {
    return Optional.ofNullable(request.getHeader("Accept"))
        .filter(accept -> accept.contains("g=apidiscovery.k8s.io;v=v2;"))
        .isPresent();
  }

  private void aggregated(String cluster, HttpServletResponse response, JsonNode json)
      throws IOException {
    require(cluster);
    KubeReply.sendAs(response, 200, ServedKinds.AGGREGATED, ServedKinds.bytes(json));
  }

  private void answer(String cluster, HttpServletResponse response, JsonNode json)
      throws IOException {
    require(cluster);
    KubeReply.ok(response, json);
  }

  /** A cluster that is not there has no API. */
  private void require(String cluster) {
    objects.requireCluster(ProblemException.fitting(() -> new ClusterName(cluster)));
  }
}
