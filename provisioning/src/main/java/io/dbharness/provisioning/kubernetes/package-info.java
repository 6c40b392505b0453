/**
 * Generates the Kubernetes manifests for agents and the run that they execute. Starts nothing and connects to no cluster. Entry type:
 * {@link io.dbharness.provisioning.kubernetes.KubernetesRun}.
 */
@Internal
@NullMarked
package io.dbharness.provisioning.kubernetes;

import io.dbharness.model.Internal;
import org.jspecify.annotations.NullMarked;
