/** Certificates and keys for the way to Temporal. */
@NullMarked
package dev.muster.connections.tls;

import org.jspecify.annotations.NullMarked;
