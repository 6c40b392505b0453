/**
 * Writes what Kubernetes needs to start agents and the run that they make together. Starts nothing and reaches no cluster. Entry type:
 * {@link io.dbharness.provisioning.kubernetes.KubernetesRun}.
 */
@NullMarked
package io.dbharness.provisioning.kubernetes;

import org.jspecify.annotations.NullMarked;
