/** PostgreSQL, which may come later than the process, and the schema in it. */
@NullMarked
package dev.muster.connections.schema;

import org.jspecify.annotations.NullMarked;
