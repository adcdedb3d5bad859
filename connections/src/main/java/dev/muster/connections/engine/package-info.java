/** Whether this process's engine is the one that moves the runs; decision 12. */
package dev.muster.connections.engine;
