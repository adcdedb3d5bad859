/**
 * The node that the agent looks after: its status, as the configured check sees it, and what the
 * agent says about itself.
 */
@NullMarked
package dev.muster.agent.node;

import org.jspecify.annotations.NullMarked;
