package dev.muster.standalone.demo;

import dev.muster.agent.sample.SampleService;
import dev.muster.cli.rest.MusterApi;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code muster demo members}: a cluster that grows, loses a process, is brought back, shrinks and
 * goes. Its members are real: agents with a service each, which another agent makes and removes.
 */
final class MembersDemo implements DemoPlay {

  private static final String PROVIDER = "maker";

  /** Below what the system gives to connections, so that who restarts finds its own free. */
  private static final String PORTS = "21000-21999";

  private final Path members;
  private final DemoAgent provider;

  private MembersDemo(Path members, DemoAgent provider) {
    this.members = members;
    this.provider = provider;
  }

  /**
   * Starts the agent that makes members.
   *
   * @throws StartProblem if it does not start
   */
  static MembersDemo start(Path parent) {
    try {
      Path folder = Files.createDirectories(parent.resolve(PROVIDER));
      Path members = folder.resolve("members");
      Map<String, Object> configuration =
          Map.of(
              "members",
              Map.of("folder", members.toString(), "ports", PORTS),
              "allow",
              List.of(DemoAgent.java("MUSTER_SMALL_JVM").getFirst()));
      MembersDemo demo = new MembersDemo(members, DemoAgent.start(PROVIDER, folder, configuration));
      try {
        demo.provider.awaitReady();
        return demo;
      } catch (RuntimeException failed) {
        demo.close();
        throw failed;
      }
    } catch (IOException failed) {
      throw new StartProblem(
          "the agent that makes members did not start: " + failed.getMessage(), failed);
    }
  }

  @Override
  public int tell(String url, PrintStream out) throws InterruptedException {
    try (MusterApi api = new MusterApi(URI.create(url), "demo")) {
      DemoCluster cluster = DemoCluster.make(api);
      cluster.add(PROVIDER, provider.url(), PROVIDER, Map.of("provider", "yes"));
      cluster.awaitUp(1);
      return new MembersStory(api, out).tell(profile());
    }
  }

  /** What a member is: an agent, and a small web service that it looks after. */
  private static ObjectNode profile() {
    List<String> argv = new ArrayList<>(DemoAgent.java("MUSTER_SMALL_JVM"));
    argv.addAll(
        List.of(
            "-Xmx16m",
            "-cp",
            System.getProperty("java.class.path"),
            SampleService.class.getName(),
            "--port",
            "${member.port}",
            "--name",
            "${member.name}",
            "--pid-file",
            "${member.folder}/service.pid"));
    ObjectNode profile =
        WireFormat.JSON
            .createObjectNode()
            .put("apiVersion", "muster/v1")
            .put("kind", "Profile")
            .put("name", MembersStory.PROFILE);
    profile.putObject("providers").putObject("labels").put("provider", "yes");
    ObjectNode service = profile.putObject("spec").putObject("service");
    service.set("argv", WireFormat.JSON.valueToTree(argv));
    service.putObject("status").put("http", "http://${member.host}:${member.port}/health");
    return profile;
  }

  /** Members outlive the agent that made them, so they are ended one by one. */
  @Override
  public void close() {
    provider.close();
    ProcessHandle.allProcesses().filter(this::isOfAMember).forEach(ProcessHandle::destroyForcibly);
  }

  private boolean isOfAMember(ProcessHandle process) {
    try {
      Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
      return Files.readString(environment, StandardCharsets.ISO_8859_1)
          .contains("MUSTER_MEMBER_HOME=" + members + "/");
    } catch (IOException goneOrNotOurs) {
      return false;
    }
  }
}
