/**
 * Files that actions install: {@code Download} brings one beside its place and verifies it, {@code
 * ArtifactPlace} puts it there and keeps the ones before. The two know nothing of each other, so
 * that what comes between them may differ: nothing for {@code artifact.install}, draining the node
 * for an upgrade.
 */
package dev.muster.agent.artifact;
