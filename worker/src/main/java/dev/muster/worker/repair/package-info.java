/** Brings back what an engine has lost: the workflows of open runs and of clusters. */
@NullMarked
package dev.muster.worker.repair;

import org.jspecify.annotations.NullMarked;
