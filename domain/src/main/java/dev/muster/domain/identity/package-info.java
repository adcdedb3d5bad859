/** Who asks, and what they may do on which clusters. */
@NullMarked
package dev.muster.domain.identity;

import org.jspecify.annotations.NullMarked;
