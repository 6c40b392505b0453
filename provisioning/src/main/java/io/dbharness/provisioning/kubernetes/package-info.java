/**
 * Generates the Kubernetes manifests for agents and the run that they execute. Starts nothing and connects to no cluster. Entry type:
 * {@link io.dbharness.provisioning.kubernetes.KubernetesRun}.
 */
@NullMarked
package io.dbharness.provisioning.kubernetes;

import org.jspecify.annotations.NullMarked;
