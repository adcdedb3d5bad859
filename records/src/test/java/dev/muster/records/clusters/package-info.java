@NullMarked
package dev.muster.records.clusters;

import org.jspecify.annotations.NullMarked;
