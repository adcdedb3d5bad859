package dev.muster.standalone.demo;

import dev.muster.standalone.StartProblem;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The demo's nodes: an agent each, and the service that it looks after. */
final class DemoFleet implements DemoPlay {

  private final List<DemoNode> nodes;

  private DemoFleet(List<DemoNode> nodes) {
    this.nodes = nodes;
  }

  /**
   * Starts the agents and their services.
   *
   * @throws StartProblem if one of them does not start
   */
  static DemoFleet start(Path folder, int count) {
    List<DemoNode> started = new ArrayList<>();
    try {
      IntStream.rangeClosed(1, count)
          .forEach(index -> started.add(DemoNode.start("web-" + index, folder)));
      started.forEach(DemoNode::awaitReady);
      return new DemoFleet(List.copyOf(started));
    } catch (RuntimeException failed) {
      started.forEach(DemoNode::close);
      throw failed;
    }
  }

  List<DemoNode> nodes() {
    return nodes;
  }

  @Override
  public int tell(String url, PrintStream out) throws InterruptedException {
    return new DemoStory(url, this, out).tell();
  }

  @Override
  public void close() {
    nodes.parallelStream().forEach(DemoNode::close);
  }
}
