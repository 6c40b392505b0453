package io.dbharness.cql.data;

import com.datastax.oss.driver.api.core.ConsistencyLevel;

/**
 * How rows are kept and written.
 *
 * @param compaction  of the table
 * @param compression of the table
 * @param replicas    of a keyspace that has to be created; 0 for as many as there are nodes, but at most three
 * @param consistency of all reads and writes
 * @param ttlSeconds  after which measured writes are gone; 0 for never
 */
public record Storage(
        Compaction compaction, Compression compression, int replicas, ConsistencyLevel consistency, int ttlSeconds) {}
