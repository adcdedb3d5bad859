package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.terminal.Table;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** A command that lists what one cluster has, page by page. */
abstract class ClusterListing implements Callable<Integer> {

  final Session session;
  private final String things;

  @Mixin private Paging paging = Paging.whole();

  @Parameters(paramLabel = "CLUSTER", description = "Its name.")
  private String cluster = "";

  /**
   * @param things what is listed, as people and the API call it
   */
  ClusterListing(Session session, String things) {
    this.session = session;
    this.things = things;
  }

  /** What people see. */
  abstract Table table(List<JsonNode> listed);

  @Override
  public final Integer call() {
    return session.list(ApiPath.of("clusters", cluster, things), paging, things, this::table);
  }
}
