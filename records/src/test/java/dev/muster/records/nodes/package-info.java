@NullMarked
package dev.muster.records.nodes;

import org.jspecify.annotations.NullMarked;
