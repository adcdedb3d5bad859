/** Clusters and their nodes: names, what is known of a node, and its health. */
@NullMarked
package dev.muster.domain.cluster;

import org.jspecify.annotations.NullMarked;
