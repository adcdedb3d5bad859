@NullMarked
package dev.muster.records.sql;

import org.jspecify.annotations.NullMarked;
