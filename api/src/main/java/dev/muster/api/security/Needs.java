package dev.muster.api.security;

import dev.muster.domain.identity.Permission;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What it takes to have a request answered. What has none is answered to nobody. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Needs {

  Permission value();

  Where where();

  /** Where the permission must hold. */
  enum Where {
    /** On the cluster of the address. */
    CLUSTER("the cluster"),
    /** On the cluster of the run that the address names. */
    RUN("the run's cluster"),
    /** On the cluster of the action that the address names. */
    ACTION("the action's cluster"),
    /** On some cluster: the answer, or what is done, is about those alone on which it holds. */
    SOMEWHERE("some cluster"),
    /**
     * On the cluster of the join token that the request has: an agent asks, in place of who made
     * that token.
     */
    JOIN_TOKEN("the cluster of a join token, which stands in for it"),
    /**
     * On the cluster of the receiver whose address it is: whoever knows the address asks, in place
     * of who made that receiver.
     */
    RECEIVER("the cluster of a receiver, whose creator must have it"),
    /** On every cluster, because there is no cluster that it is about. */
    EVERYWHERE("every cluster (*)");

    private final String words;

    Where(String words) {
      this.words = words;
    }

    /** For documents. */
    public String words() {
      return words;
    }
  }
}
