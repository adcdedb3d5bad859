package dev.muster.workflows.temporalui;

import io.temporal.common.SearchAttributeKey;
import java.util.List;

/** The search attributes; set-up registers them where the engine has any. */
public final class RunAttributes {

  public static final SearchAttributeKey<String> CLUSTER =
      SearchAttributeKey.forKeyword("MusterCluster");
  public static final SearchAttributeKey<String> PLAYBOOK =
      SearchAttributeKey.forKeyword("MusterPlaybook");
  public static final SearchAttributeKey<String> STATE =
      SearchAttributeKey.forKeyword("MusterState");
  public static final SearchAttributeKey<String> STAGE =
      SearchAttributeKey.forKeyword("MusterStage");
  public static final SearchAttributeKey<String> REQUESTER =
      SearchAttributeKey.forKeyword("MusterRequester");

  public static final List<SearchAttributeKey<String>> ALL =
      List.of(CLUSTER, PLAYBOOK, STATE, STAGE, REQUESTER);

  private RunAttributes() {}
}
