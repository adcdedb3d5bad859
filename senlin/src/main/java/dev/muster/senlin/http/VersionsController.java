package dev.muster.senlin.http;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.senlin.words.SenlinObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Says which versions of Senlin's API there are: where clients that know no catalog begin. For
 * everybody, as it says nothing of what is here.
 */
@Hidden
@RestController
public final class VersionsController {

  private static final String ROOT = "/senlin";

  @GetMapping({ROOT, ROOT + "/"})
  @ResponseStatus(HttpStatus.MULTIPLE_CHOICES)
  ObjectNode versions(HttpServletRequest request) {
    ArrayNode versions = WireFormat.JSON.createArrayNode();
    versions.add(version(request));
    return SenlinPages.named("versions", versions);
  }

  @GetMapping({ROOT + "/v1", ROOT + "/v1/"})
  ObjectNode v1(HttpServletRequest request) {
    return SenlinObject.named("version", version(request));
  }

  private static ObjectNode version(HttpServletRequest request) {
    String url = request.getRequestURL().toString();
    String base = url.substring(0, url.indexOf(ROOT, url.indexOf("//") + 2) + ROOT.length());
    ArrayNode links = WireFormat.JSON.createArrayNode();
    links.add(SenlinObject.of().with("rel", "self").with("href", base + "/v1/").done());
    ArrayNode types = WireFormat.JSON.createArrayNode();
    types.add(
        SenlinObject.of()
            .with("base", "application/json")
            .with("type", "application/vnd.openstack.clustering-v1+json")
            .done());
    return SenlinObject.of()
        .with("id", "1.0")
        .with("status", "CURRENT")
        .with("min_version", "1.0")
        .with("max_version", "1." + Microversion.NEWEST)
        .with("updated", "2016-01-18T00:00:00Z")
        .with("links", links)
        .with("media_types", types)
        .done();
  }
}
