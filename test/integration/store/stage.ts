import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { OwnedSequence } from "../../../shared/db/issuing/sequences.js";
import type { Submission } from "../../../shared/db/issuing/submissions.js";
import { describeKey } from "../../chaos/simulation/companies.js";
import { type Memory, newMemory, pair, submissionOf, takingOf } from "./hand.js";
import type { Side } from "./side.js";
import type { State } from "./state.js";

/**
 * Where a case is played, on all sides at once. After each step its result, and what every store has, must be the same everywhere.
 * A step whose statement fails gives "error", everywhere.
 */
export function openStage(sides: [Side, ...Side[]]) {
  const memories = new Map<Side, Memory>(sides.map((side) => [side, newMemory()]));
  const story: string[] = [];
  const errors: string[] = [];
  let seen: State | undefined;

  async function step<Result>(
    name: string,
    work: (side: Side, memory: Memory) => Promise<Result>,
    toSeen: (result: Result, names: Map<number, string>, side: Side) => unknown = (result) => result,
  ): Promise<unknown> {
    story.push(name);
    const all = [];
    for (const side of sides) {
      const memory = memories.get(side);
      if (!memory) throw new Error("no such side");
      const result = await work(side, memory).catch((error) => ({ error }));
      const isError = result !== null && typeof result === "object" && "error" in result;
      if (isError) errors.push(`${side.name}: ${name}: ${result.error}`);
      const { state, names } = await side.read();
      memory.names = names;
      all.push({ result: isError ? "error" : toSeen(result as Result, names, side), state });
    }
    const [first, ...others] = all;
    for (const other of others) {
      if (isDeepStrictEqual(first, other)) continue;
      expect(other, [`The sides differ after:`, ...story, ...errors].join("\n")).toEqual(first);
    }
    seen = first?.state;
    return first?.result;
  }

  const idOf = (side: Side, name: string): number => {
    const found = [...(memories.get(side)?.names ?? [])].find(([, one]) => one === name);
    if (!found) throw new Error(`there is no ${name}`);
    return found[0];
  };

  /** Its present attempt. */
  const revisionOf = (name: string): number => seen?.issuances[name]?.revision ?? 1;

  const fenced = (
    name: string,
    taker: string,
    issuance: string,
    work: (side: Side, taken: OwnedSequence, submission: Submission) => Promise<unknown>,
  ) =>
    step(`${taker} ${name} ${issuance}`, (side, memory) =>
      work(side, takingOf(memory, taker), submissionOf(memory, issuance)),
    );

  return {
    step,
    fenced,
    idOf,
    revisionOf,
    /** What every store has now. */
    get state(): State {
      if (!seen) throw new Error("nothing was done yet");
      return seen;
    },
    story,
    /** What failed, on every side alike. */
    errors,
    /** What the case has in hand. */
    get inHand() {
      const [side] = sides;
      const { takings, submissions, lines, reports } = memories.get(side) ?? newMemory();
      return {
        takings: [...takings].map(([taker, { key, epoch }]) => {
          const sequence = describeKey(key);
          return { taker, sequence, isCurrent: seen?.sequences[sequence]?.epoch === epoch };
        }),
        submissions: [...submissions].map(([name, { number, body }]) => ({
          ...{ name, number, sequence: `${pair(name)[0]}-${body.posNumber}-${body.voucherType}` },
        })),
        lines: [...lines.keys()],
        reports: [...reports].map(([sequence, open]) => ({ sequence, open })),
      };
    },
  };
}

export type Stage = ReturnType<typeof openStage>;
