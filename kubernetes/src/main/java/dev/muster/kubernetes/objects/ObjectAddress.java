package dev.muster.kubernetes.objects;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.kubernetes.http.NothingThere;
import dev.muster.kubernetes.schema.CustomResource;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import dev.muster.records.autopilot.ObjectKey;
import java.util.Map;
import org.springframework.web.bind.annotation.PathVariable;

/** The parts of an address: which kind in which cluster, and which object. */
record ObjectAddress(ClusterName cluster, CustomResource resource, String name) {

  /** Below which objects are; with the cluster in it. */
  static final String ROOT =
      "/k8s/clusters/{cluster}/apis/" + CustomResource.API_VERSION + "/{plural}";

  static final String ONE = ROOT + "/{name}";
  static final String STATUS = ONE + "/status";

  /** Reads what {@link PathVariable} has of it. */
  static ObjectAddress of(Map<String, String> variables) {
    ObjectKind kind =
        ObjectKind.ofPlural(variables.getOrDefault("plural", "")).orElseThrow(NothingThere::new);
    return new ObjectAddress(
        dev.muster.api.problems.ProblemException.fitting(
            () -> new ClusterName(variables.getOrDefault("cluster", ""))),
        CustomResource.of(kind),
        variables.getOrDefault("name", ""));
  }

  ObjectKey key() {
    return key(name);
  }

  ObjectKey key(String other) {
    return new ObjectKey(cluster, resource.kind(), other);
  }

  StatusException missing() {
    return new StatusException(KubeStatus.notFound(resource, name));
  }

  /** Ends the request for a kind that nobody writes. */
  ObjectAddress requireWritable(String verb) {
    if (resource.kind() == ObjectKind.CONTROL_NODE) {
      throw new StatusException(KubeStatus.notAllowed(resource, verb));
    }
    return this;
  }

  /** Ends the request if the kind has no status. */
  ObjectAddress requireStatus() {
    if (resource.kind() == ObjectKind.UPDATE_CONFIG) {
      throw new NothingThere();
    }
    return this;
  }
}
