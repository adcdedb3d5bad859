@NullMarked
package dev.muster.records.actions;

import org.jspecify.annotations.NullMarked;
