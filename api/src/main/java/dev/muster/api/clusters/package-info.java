/** Clusters: register, list, show, change, remove, nudge. */
@NullMarked
package dev.muster.api.clusters;

import org.jspecify.annotations.NullMarked;
