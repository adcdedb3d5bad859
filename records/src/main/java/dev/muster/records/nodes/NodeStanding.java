package dev.muster.records.nodes;

/** How a node is, as SQL: what cycles saw of a vanished one does not count until it is back. */
final class NodeStanding {

  static final String STATUS = "case when vanished_at is null then status else 'VANISHED' end";

  private NodeStanding() {}
}
