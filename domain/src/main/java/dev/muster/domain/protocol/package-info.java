/**
 * The agent protocol {@code muster-agent/v1}: one record for each JSON document on the wire. Field
 * names here are the names on the wire; times are RFC 3339 in UTC with milliseconds. Unknown fields
 * are ignored, both ways. The agent, the client and the fleet simulator share these records.
 */
package dev.muster.domain.protocol;
