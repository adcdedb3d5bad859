@NullMarked
package dev.muster.records.changes;

import org.jspecify.annotations.NullMarked;
