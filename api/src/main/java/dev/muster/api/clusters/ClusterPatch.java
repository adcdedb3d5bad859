package dev.muster.api.clusters;

import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Body of {@code PATCH /v1/clusters/{c}}: what is named changes, null removes. */
public record ClusterPatch(Optional<ObjectNode> settings, Optional<ObjectNode> labels) {}
