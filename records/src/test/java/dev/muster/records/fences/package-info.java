@NullMarked
package dev.muster.records.fences;

import org.jspecify.annotations.NullMarked;
