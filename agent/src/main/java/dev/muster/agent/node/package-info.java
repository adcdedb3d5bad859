/**
 * The node that the agent looks after: its status, as the configured check sees it, and what the
 * agent says about itself.
 */
package dev.muster.agent.node;
