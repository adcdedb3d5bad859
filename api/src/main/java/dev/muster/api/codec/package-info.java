/**
 * Decodes and encodes payloads for Temporal's own tools, which have no key: its command line and
 * its Web UI.
 */
@NullMarked
package dev.muster.api.codec;

import org.jspecify.annotations.NullMarked;
