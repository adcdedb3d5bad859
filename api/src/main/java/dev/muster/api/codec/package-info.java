/**
 * Decodes and encodes payloads for Temporal's own tools, which have no key: its command line and
 * its Web UI.
 */
package dev.muster.api.codec;
