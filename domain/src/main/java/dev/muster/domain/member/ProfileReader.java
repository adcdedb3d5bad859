package dev.muster.domain.member;

import dev.muster.domain.playbook.DocumentText;
import dev.muster.domain.playbook.DocumentText.Rules;
import dev.muster.domain.playbook.DocumentText.UnknownTags;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.request.StrictJson;
import dev.muster.domain.request.Unfit;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads profiles from YAML or JSON. */
public final class ProfileReader {

  private static final Rules RULES = new Rules("a profile", 1, 20_000, UnknownTags.REFUSED);
  private static final String VERSION = "muster/v1";
  private static final String KIND = "Profile";

  private ProfileReader() {}

  /**
   * What came of reading a document.
   *
   * @param findings why it is no profile; empty if it is one
   */
  public record ProfileReading(Optional<Profile> profile, List<Finding> findings) {

    private static ProfileReading invalid(List<Finding> findings) {
      return new ProfileReading(Optional.empty(), List.copyOf(findings));
    }
  }

  /** Reads one, and checks it. Whatever the text is, there is an answer. */
  public static ProfileReading read(String text) {
    DocumentText document = DocumentText.read(text, RULES);
    if (document.root().isEmpty()) {
      return ProfileReading.invalid(document.findings());
    }
    JsonNode root = document.root().get();
    if (!(root instanceof ObjectNode object)) {
      return ProfileReading.invalid(
          List.of(
              new Finding("", "no map (expected: apiVersion, kind: Profile, name and providers)")));
    }
    ObjectNode fields = object.deepCopy();
    for (String[] head : new String[][] {{"apiVersion", VERSION}, {"kind", KIND}}) {
      JsonNode value = fields.remove(head[0]);
      if (value == null || !value.asString("").equals(head[1])) {
        return ProfileReading.invalid(
            List.of(
                new Finding(
                    "/" + head[0],
                    "%s (expected: %s)".formatted(value == null ? "missing" : value, head[1]))));
      }
    }
    return checked(fields);
  }

  private static ProfileReading checked(ObjectNode fields) {
    try {
      Profile profile = StrictJson.MAPPER.treeToValue(fields, Profile.class);
      Optional<String> whyNot = profile.whyNot();
      return whyNot.isEmpty()
          ? new ProfileReading(Optional.of(profile), List.of())
          : ProfileReading.invalid(List.of(finding(whyNot.get())));
    } catch (JacksonException e) {
      return ProfileReading.invalid(List.of(Unfit.finding("", e)));
    }
  }

  private static Finding finding(String why) {
    String[] parts = why.split(": ", 2);
    return new Finding(parts[0], parts[1]);
  }
}
