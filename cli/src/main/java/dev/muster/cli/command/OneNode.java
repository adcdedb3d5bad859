package dev.muster.cli.command;

import dev.muster.cli.rest.ApiPath;
import picocli.CommandLine.Parameters;

/** The node that a command is about. */
final class OneNode {

  @Parameters(index = "0", paramLabel = "CLUSTER", description = "Its cluster.")
  private String cluster = "";

  @Parameters(index = "1", paramLabel = "NODE", description = "Its id.")
  private String node = "";

  String cluster() {
    return cluster;
  }

  String node() {
    return node;
  }

  ApiPath path() {
    return ApiPath.of("clusters", cluster, "nodes", node);
  }
}
