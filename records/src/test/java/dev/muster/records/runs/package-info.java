@NullMarked
package dev.muster.records.runs;

import org.jspecify.annotations.NullMarked;
