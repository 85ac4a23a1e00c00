import { randomUUID } from "node:crypto";
import { invoiceB } from "../support/samples/invoice.js";
import { progressBar } from "./progress-bar.js";
import type { Service } from "./service.js";

interface Target {
  service: Service;
  key: string;
}

export interface IssueRates {
  /** Vouchers a second, round by round. */
  empty: number[];
  full: number[];
  /** The median of the rounds' ratios, full to empty: 0.95 is five per cent slower. */
  ratio: number;
}

const sequences = [1, 2, 3];

/** Issues on both by turns, so that other load on the machine affects both equally. */
export async function compareIssueRates(
  targets: { empty: Target; full: Target },
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<IssueRates> {
  const onProgress = progressBar("rounds of issuing", rounds);
  onProgress(0, "warming up");
  for (const target of [targets.empty, targets.full]) await issueFor(target, 20);
  const empty: number[] = [];
  const full: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const turns = [
      async () => empty.push(await issueFor(targets.empty, seconds)),
      async () => full.push(await issueFor(targets.full, seconds)),
    ];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    onProgress(round + 1);
  }
  return { empty, full, ratio: median(full.map((rate, round) => rate / (empty[round] ?? rate))) };
}

/** One client per sequence; each sends its next voucher after the answer. Gives vouchers a second. */
async function issueFor({ service, key }: Target, seconds: number): Promise<number> {
  const startedAtMs = performance.now();
  const endAtMs = startedAtMs + seconds * 1_000;
  let issued = 0;
  await Promise.all(
    sequences.map(async (posNumber) => {
      while (performance.now() < endAtMs) {
        const response = await fetch(`${service.origin}/api/demo/invoices`, {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
          body: JSON.stringify(invoiceB({ posNumber, externalReference: randomUUID() })),
        });
        const body = await response.text();
        if (response.status !== 201) throw new Error(`an issuance was answered ${response.status}: ${body}`);
        issued += 1;
      }
    }),
  );
  return (issued / (performance.now() - startedAtMs)) * 1_000;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
