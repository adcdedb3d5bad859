/** Signs of life of clusters' loops and of runs. */
@NullMarked
package dev.muster.records.signs;

import org.jspecify.annotations.NullMarked;
