/**
 * That clusters' loops never stop: under races on the embedded engine, and under plain use on all.
 */
package dev.muster.standalone.loop;
