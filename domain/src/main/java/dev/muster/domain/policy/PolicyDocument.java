package dev.muster.domain.policy;

import tools.jackson.databind.JsonNode;

/**
 * A policy as its owner wrote it.
 *
 * @param properties what the type wants to know; an object
 */
public record PolicyDocument(
    PolicyName name, String description, Policy type, JsonNode properties) {}
