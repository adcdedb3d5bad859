package dev.muster.connections.schema;

import java.util.Optional;

/** What is known of a database by who runs it, beside what its connections say. */
public interface DatabaseStanding {

  /** Why it answers nobody now; empty while it runs. */
  Optional<String> away();

  /** Why nothing more should be written; empty while there is room. */
  Optional<String> full();
}
