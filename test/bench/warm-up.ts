import { type Sequence, sequenceOf } from "./client.js";
import { closedLoop } from "./load.js";
import type { Running } from "./open-bench.js";

/** After this many, the processes' code is compiled. The first vouchers take three times the processor time of later ones. */
const vouchersUntilWarm = 4_000;

/** Issues vouchers until newly started processes have reached their normal speed. */
export async function warmUp({ client }: Running, sequences: Sequence[]): Promise<void> {
  const issue = (sender: number) => client.issue(sequenceOf(sequences, sender));
  await closedLoop(Math.max(12, sequences.length), (sent) => sent < vouchersUntilWarm, issue);
}
