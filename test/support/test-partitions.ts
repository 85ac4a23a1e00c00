/** With TEST_PARTITIONS=16, the databases of tests and of benchmarks have as many partitions by company. */
export const testPartitions = process.env.TEST_PARTITIONS ? Number(process.env.TEST_PARTITIONS) : undefined;
