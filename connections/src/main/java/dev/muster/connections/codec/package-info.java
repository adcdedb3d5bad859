/** Encrypts what Temporal keeps for Muster. */
@NullMarked
package dev.muster.connections.codec;

import org.jspecify.annotations.NullMarked;
