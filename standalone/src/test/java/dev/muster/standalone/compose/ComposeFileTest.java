package dev.muster.standalone.compose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What docker-compose.yml promises and can be seen without running it. */
final class ComposeFileTest {

  private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
  private static final Path FILE = PROJECT.resolve("docker-compose.yml");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)");

  private final ComposeFile compose = ComposeFile.read(FILE, someSecrets());

  private static Map<String, String> someSecrets() {
    Map<String, String> variables =
        new TreeMap<>(ComposeFile.variables(PROJECT.resolve(".env.example")));
    variables.replaceAll((name, value) -> value.isEmpty() ? "secret" : value);
    return variables;
  }

  @Test
  void followsTheComposeSpecification() throws IOException {
    JsonNode document = JsonMapper.shared().valueToTree(ComposeFile.raw(FILE));
    assertEquals(List.of(), schema().validate(document));
  }

  @Test
  void aMisspeltFieldWouldBeNoticed() throws IOException {
    JsonNode document = JsonMapper.shared().valueToTree(ComposeFile.raw(FILE));
    ((ObjectNode) document.path("services").path("api")).put("prots", "8420:8420");
    assertFalse(schema().validate(document).isEmpty());
  }

  /** Its relative id means nothing to us, and the validator wants absolute ones. */
  private static Schema schema() throws IOException {
    try (InputStream in = ComposeFileTest.class.getResourceAsStream("/compose/compose-spec.json")) {
      ObjectNode schema = (ObjectNode) JsonMapper.shared().readTree(in);
      schema.remove("$id");
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(schema);
    }
  }

  @Test
  void publishesTheApiAndTheWebUiOnLoopbackAndNothingElse() {
    Map<String, List<String>> published = new TreeMap<>();
    for (ComposeService service : compose.services()) {
      List<String> ports = Yaml.texts(service.fields(), "ports");
      if (!ports.isEmpty()) {
        published.put(service.name(), ports);
      }
    }
    assertEquals(
        Map.of(
            "api", List.of("127.0.0.1:8420:8420"), "temporal-ui", List.of("127.0.0.1:8233:8080")),
        published);
  }

  @Test
  void agentsAreReachableFromTheWorkersOnly() {
    assertEquals("true", Yaml.text(Yaml.map(compose.top("networks"), "agents"), "internal"));
    for (ComposeService service : compose.services()) {
      List<String> networks = Yaml.texts(service.fields(), "networks");
      String kind = service.name().replaceFirst("-\\d+$", "");
      assertEquals(
          switch (kind) {
            case "agent" -> List.of("agents");
            case "worker" -> List.of("backend", "agents");
            default -> List.of("backend");
          },
          networks,
          service.name());
    }
  }

  @Test
  void everyImageOfOthersHasAnExactVersionAndNoneIsTheDeadAutoSetup() {
    for (ComposeService service : compose.services()) {
      assertTrue(
          service.image().matches("muster-(server|agent):local|[\\w/-]+:\\d+(\\.\\d+)+"),
          service.image());
      assertFalse(service.image().contains("auto-setup"), service.image());
    }
  }

  @Test
  void temporalsImagesHaveOneVersion() {
    Set<String> versions = new TreeSet<>();
    for (ComposeService service : compose.services()) {
      if (service.image().matches("temporalio/(server|admin-tools):.*")) {
        versions.add(service.image().substring(service.image().indexOf(':') + 1));
      }
    }
    assertEquals(1, versions.size(), versions.toString());
  }

  @Test
  void whatIsWaitedForCanTellWhetherItIsHealthy() {
    Dockerfile dockerfile = Dockerfile.read(PROJECT.resolve("docker/Dockerfile"));
    for (ComposeService service : compose.inOrder()) {
      service
          .dependsOn()
          .forEach((name, condition) -> {
            ComposeService other = compose.service(name);
            String stage =
                other.image().replaceAll("muster-|:local", "").replace("server", "muster");
            boolean tells =
                !other.health().isEmpty()
                    || dockerfile
                        .find(stage)
                        .filter(image -> !image.health().isEmpty())
                        .isPresent();
            assertTrue(condition != ComposeService.Condition.HEALTHY || tells, name);
            assertEquals(condition == ComposeService.Condition.COMPLETED, other.isJob(), name);
          });
    }
  }

  @Test
  void whatServesComesBackAndIsLimited() {
    for (ComposeService service : compose.services()) {
      if (!service.isJob()) {
        assertEquals("unless-stopped", Yaml.text(service.fields(), "restart"), service.name());
        Map<String, Object> resources = Yaml.map(Yaml.map(service.fields(), "deploy"), "resources");
        assertFalse(Yaml.text(Yaml.map(resources, "limits"), "memory").isEmpty(), service.name());
      }
    }
  }

  @Test
  void ourOwnProcessesHaveNoRightsThatTheyDoNotUse() {
    for (ComposeService service : compose.services()) {
      if (service.image().endsWith(":local")) {
        assertEquals("true", Yaml.text(service.fields(), "read_only"), service.name());
        assertEquals(List.of("ALL"), Yaml.texts(service.fields(), "cap_drop"), service.name());
      }
    }
  }

  @Test
  void everySecretComesFromTheEnvironmentAndAMissingOneIsNamed() {
    IllegalArgumentException missing =
        assertThrows(IllegalArgumentException.class, () -> ComposeFile.read(FILE, Map.of()));
    assertTrue(String.valueOf(missing.getMessage()).contains("docker/new-env.sh"));
    for (ComposeService service : compose.services()) {
      service
          .environment()
          .forEach((name, value) -> {
            if (name.matches(".*(PASSWORD|PWD|TOKEN|KEY)")) {
              assertEquals("secret", value, service.name() + " " + name);
            }
          });
    }
  }

  @Test
  void theExampleHasEverySettingAndNoOther() throws IOException {
    Set<String> used = new TreeSet<>(Set.of("COMPOSE_PROFILES"));
    Matcher variable = VARIABLE.matcher(Files.readString(FILE));
    while (variable.find()) {
      used.add(variable.group(1));
    }
    assertEquals(used, ComposeFile.variables(PROJECT.resolve(".env.example")).keySet());
  }

  @Test
  void everyFolderThatIsMountedIsThereAndItsScriptsCanBeStarted() {
    for (ComposeService service : compose.services()) {
      service
          .mounts()
          .forEach((target, source) -> {
            if (source.startsWith("./")) {
              assertTrue(Files.isDirectory(PROJECT.resolve(source)), source);
              for (String word : service.entrypoint()) {
                if (word.startsWith(target + "/")) {
                  Path script =
                      PROJECT.resolve(source).resolve(word.substring(target.length() + 1));
                  assertTrue(Files.isExecutable(script), script.toString());
                }
              }
            } else {
              assertTrue(compose.top("volumes").containsKey(source), source);
            }
          });
    }
  }
}
