package dev.muster.api.requests;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;

/** A POST whose body is a document that its owner wrote, in YAML or JSON; see SentDocument. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@RequestMapping(
    method = RequestMethod.POST,
    consumes = {
      SentDocument.YAML,
      SentDocument.X_YAML,
      SentDocument.TEXT_YAML,
      MediaType.APPLICATION_JSON_VALUE
    })
public @interface PostsDocument {

  /** The path. */
  @AliasFor(annotation = RequestMapping.class, attribute = "value")
  String value();
}
