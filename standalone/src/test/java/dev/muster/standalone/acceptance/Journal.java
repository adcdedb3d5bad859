package dev.muster.standalone.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Files in which every step of a playbook writes one line when it begins, and one when it is done.
 */
public final class Journal {

  private final Path file;

  private Journal(Path file) {
    this.file = file;
  }

  /** An empty one in {@code folder}. */
  public static Journal in(Path folder) {
    try {
      return new Journal(Files.createTempFile(folder, "journal", ""));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** What the steps wrote when they were done: node and step. One that ran twice is there twice. */
  public List<String> lines() {
    return read(file);
  }

  /** What the steps wrote when they began: node and step. One that began twice is there twice. */
  public List<String> begun() {
    return read(begunFile());
  }

  /** What has begun and is not done. */
  List<String> executing() {
    List<String> executing = new ArrayList<>(begun());
    lines().forEach(executing::remove);
    return executing;
  }

  /** A step of a playbook that takes {@code seconds} and then writes its line. */
  public String step(String name, String seconds) {
    return step(name, "${node.id}", "sleep " + seconds);
  }

  /** A step that takes until {@link #letGo}. */
  String heldStep(String name) {
    return step(name, "${node.id}", held("${node.id}"));
  }

  /** A step that begins, and fails. */
  String failingStep(String name) {
    return step(name, "${node.id}", "exit 1");
  }

  private String step(String name, String node, String work) {
    return "{name: %s, action: exec.command, args: {argv: [/bin/sh, -c, '%s']}}"
        .formatted(name, script(name, node, work));
  }

  /** The script of an action of its own, on {@code node}, that takes until {@link #letGo}. */
  String heldScript(String name, String node) {
    return script(name, node, held(node));
  }

  /** The script of an action of its own, on {@code node}, that does {@code work}. */
  String script(String name, String node, String work) {
    return "echo %1$s %2$s >> %3$s; %4$s; echo %1$s %2$s >> %5$s"
        .formatted(node, name, begunFile(), work, file);
  }

  /** Lets the held steps of {@code node} end, those of now and those that come. */
  void letGo(String node) {
    try {
      Files.writeString(gate(node), "");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private String held(String node) {
    return "until [ -e %s ]; do sleep 0.05; done".formatted(gate(node));
  }

  private Path gate(String node) {
    return file.resolveSibling(file.getFileName() + ".gate." + node);
  }

  private Path begunFile() {
    return file.resolveSibling(file.getFileName() + ".begun");
  }

  private static List<String> read(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
