/**
 * JSON that people wrote, read field by field: the arguments of actions and the agent's
 * configuration. Whatever is wrong with it is said in one line that names the field and what is
 * expected.
 */
package dev.muster.agent.json;
