import { type Sequence, sequenceOf } from "./client.js";
import { closedLoop } from "./load.js";
import type { Running } from "./open-bench.js";

/** By then the processes' code is compiled: the first vouchers after a start take three times the processor time of these. */
const vouchersUntilWarm = 4_000;

/** Brings processes that were just started to what they are for the rest of their lives. */
export async function warmUp({ client }: Running, sequences: Sequence[]): Promise<void> {
  const issue = (sender: number) => client.issue(sequenceOf(sequences, sender));
  await closedLoop(Math.max(12, sequences.length), (sent) => sent < vouchersUntilWarm, issue);
}
