package dev.muster.domain.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/** The one JSON mapper for everything that Muster writes to a wire or to a database. */
public final class WireFormat {

  /** Absent values are left out, unknown fields ignored, times ISO 8601, durations ISO 8601. */
  public static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultPropertyInclusion(
              include -> include.withValueInclusion(JsonInclude.Include.NON_ABSENT))
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private WireFormat() {}
}
