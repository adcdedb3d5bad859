/** Executes what playbooks want done by Muster itself; a kind is a class with one method. */
package dev.muster.worker.core;
