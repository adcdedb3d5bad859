/**
 * That clusters' loops never stop: under races on the embedded engine, and under plain use on all.
 */
@NullMarked
package dev.muster.standalone.loop;

import org.jspecify.annotations.NullMarked;
