package dev.muster.senlin.http;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The microversion 1.x in which Senlin's API got a request; 1.0 unless it is said. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface SinceVersion {
  int value();
}
