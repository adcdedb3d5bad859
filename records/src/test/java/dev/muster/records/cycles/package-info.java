@NullMarked
package dev.muster.records.cycles;

import org.jspecify.annotations.NullMarked;
