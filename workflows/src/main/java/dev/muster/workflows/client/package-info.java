/** The client that starts and signals workflows, and hands them what people ask. */
@NullMarked
package dev.muster.workflows.client;

import org.jspecify.annotations.NullMarked;
