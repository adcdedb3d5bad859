/** The API of Kubernetes at {@code /k8s/clusters/…}, for the objects of k0s Autopilot. */
package dev.muster.kubernetes;
