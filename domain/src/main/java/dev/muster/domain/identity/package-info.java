/** Who asks, and what they may do on which clusters. */
package dev.muster.domain.identity;
