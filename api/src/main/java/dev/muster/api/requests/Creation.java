package dev.muster.api.requests;

import java.net.URI;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/**
 * The answer to a create that may be repeated: 201 with the place of what was made, or 200 with
 * what exists. As a type of its own, so that the OpenAPI document knows both.
 */
public final class Creation<T> extends ResponseEntity<T> {

  private Creation(T body, HttpHeaders headers, HttpStatus status) {
    super(body, headers, status);
  }

  /**
   * It was made.
   *
   * @param place its address
   */
  public static <T> Creation<T> made(URI place, T body) {
    HttpHeaders headers = new HttpHeaders();
    headers.setLocation(place);
    return new Creation<>(body, headers, HttpStatus.CREATED);
  }

  /** It was there. */
  public static <T> Creation<T> known(T body) {
    return new Creation<>(body, new HttpHeaders(), HttpStatus.OK);
  }
}
