package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.playbook.Finding;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A body that is a document which its owner wrote, such as a playbook. */
public final class SentDocument {

  public static final String YAML = "application/yaml";
  public static final String X_YAML = "application/x-yaml";
  public static final String TEXT_YAML = "text/yaml";

  private SentDocument() {}

  /** Documents are UTF-8; anything else is refused rather than read wrongly. */
  public static String text(byte[] document) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(document)).toString();
    } catch (CharacterCodingException e) {
      throw ProblemException.badRequest("the document is not UTF-8 (expected: YAML or JSON text)");
    }
  }

  /** What is said of a document with findings. */
  public static ProblemException refused(ProblemType type, List<Finding> findings) {
    Finding first = findings.getFirst();
    String more = findings.size() == 1 ? "" : "; and %d more".formatted(findings.size() - 1);
    return ProblemException.findings(
        type,
        (first.path().isEmpty() ? "document" : first.path()) + ": " + first.message() + more,
        findings,
        Optional.empty());
  }
}
