/** PostgreSQL, which may come later than the process, and the schema in it. */
package dev.muster.connections.schema;
