/**
 * One load by several processes: agents that wait for work, and the process that coordinates them. Messages are JSON and the bytes of
 * histograms, each of a limited size; membership, order and encryption are those of JGroups. Knows no workload and no database. Entry
 * types: {@link io.dbharness.agents.Agent} and {@link io.dbharness.agents.Agents}.
 */
@NullMarked
package io.dbharness.agents;

import org.jspecify.annotations.NullMarked;
