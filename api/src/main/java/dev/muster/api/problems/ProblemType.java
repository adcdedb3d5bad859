package dev.muster.api.problems;

import org.springframework.http.HttpStatus;

/** Every kind of error that the API can give; docs/api.md lists them for callers. */
public enum ProblemType {
  /** No such cluster, node, action, playbook, run, or address. */
  NOT_FOUND(HttpStatus.NOT_FOUND, "Not found"),
  /** A prefix fits more than one id; they are listed. */
  AMBIGUOUS_ID(HttpStatus.BAD_REQUEST, "The id is ambiguous"),
  /** Malformed JSON, unknown field, wrong type, bad query parameter, an id that is no UUID. */
  BAD_REQUEST(HttpStatus.BAD_REQUEST, "The request cannot be understood"),
  /** The playbook has findings. */
  BAD_PLAYBOOK(HttpStatus.UNPROCESSABLE_CONTENT, "The playbook has findings"),
  /** The policy has findings. */
  BAD_POLICY(HttpStatus.UNPROCESSABLE_CONTENT, "The policy has findings"),
  /** The parameters do not fit the playbook. */
  BAD_PROFILE(HttpStatus.UNPROCESSABLE_CONTENT, "The profile has findings"),
  /** A plan of k0s Autopilot is not admitted, or may not be changed now. */
  BAD_PLAN(HttpStatus.UNPROCESSABLE_CONTENT, "The plan has findings"),
  /** An update configuration of k0s Autopilot is not admitted. */
  BAD_UPDATE_CONFIG(HttpStatus.UNPROCESSABLE_CONTENT, "The update configuration has findings"),
  BAD_PARAMETERS(HttpStatus.UNPROCESSABLE_CONTENT, "The parameters do not fit the playbook"),
  /** The targets cannot be resolved. */
  NO_PLAN(HttpStatus.UNPROCESSABLE_CONTENT, "No plan can be made"),
  /** A list cannot be sorted as was asked for: too much fits. */
  CANNOT_SORT(HttpStatus.UNPROCESSABLE_CONTENT, "The list cannot be sorted so"),
  /** The hash no longer fits. */
  PLAN_CHANGED(HttpStatus.CONFLICT, "The plan has changed"),
  /** The id exists with other content, or something is still in use. */
  CONFLICT(HttpStatus.CONFLICT, "Conflict"),
  /** The state does not allow it. */
  NOT_POSSIBLE(HttpStatus.CONFLICT, "Not possible now"),
  /** Nobody knows who asks, or what was sent to prove it proves nothing. */
  UNAUTHENTICATED(HttpStatus.UNAUTHORIZED, "Not authenticated"),
  /** Who asks may not do it, or a page of another site asks. */
  FORBIDDEN(HttpStatus.FORBIDDEN, "Forbidden"),
  /** The request names a host that is not this server. */
  MISDIRECTED(HttpStatus.MISDIRECTED_REQUEST, "Misdirected"),
  /** Too many tokens from one address proved nothing. */
  TOO_MANY_REQUESTS(HttpStatus.TOO_MANY_REQUESTS, "Too many requests"),
  /** A body over the limit. */
  TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "The body is too large"),
  /** A body of a type that the request does not take. */
  UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "Unsupported media type"),
  /** The caller accepts nothing that the API can answer with. */
  NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "Not acceptable"),
  /** The address does not take this method. */
  METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "Method not allowed"),
  /** Temporal does not answer. */
  ENGINE_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The engine does not answer"),
  /** PostgreSQL does not answer. */
  DATABASE_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The database does not answer"),
  /** The provider of identities does not answer, and its keys are not known. */
  PROVIDER_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The identity provider does not answer"),
  /** The disk is full, or nearly. */
  DISK_FULL(HttpStatus.INSUFFICIENT_STORAGE, "The disk is full"),
  /** A bug of Muster; the log has more about it. */
  INTERNAL(HttpStatus.INTERNAL_SERVER_ERROR, "Internal error");

  /** What comes with {@link #UNAUTHENTICATED}, as HTTP demands. */
  public static final String CHALLENGE = "Bearer realm=\"muster\"";

  private final HttpStatus status;
  private final String title;

  ProblemType(HttpStatus status, String title) {
    this.status = status;
    this.title = title;
  }

  /** The stable name by which programs tell problems apart. */
  public String urn() {
    return "urn:muster:problem:" + name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  public HttpStatus status() {
    return status;
  }

  public String title() {
    return title;
  }
}
