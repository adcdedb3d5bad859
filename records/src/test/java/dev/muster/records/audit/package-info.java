@NullMarked
package dev.muster.records.audit;

import org.jspecify.annotations.NullMarked;
