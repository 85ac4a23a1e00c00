import type { Move } from "../../../../shared/db/contingency/fail-over-issuances.js";
import type { CallReport } from "../../../../shared/db/contingency/silence.js";
import { describeKey } from "../../../chaos/simulation/companies.js";
import { saleOf, toDeclared } from "../../../chaos/simulation/sale.js";
import { pair, sequenceOf } from "../hand.js";
import { seeIds, seeKeys } from "../seen.js";
import type { Stage } from "../stage.js";

const nothingHeard: Omit<CallReport, "companyId"> = {
  production: false,
  ...{ answeredAgoMs: null, issuedAgoMs: null, calls: [], requests: [], cause: null, isReady: false },
  ...{ refused: 0, refusal: null, refusedAnew: false },
};

/** Contingencies, and what they issue. */
export const contingencySteps = ({ step, idOf }: Stage) => ({
  /** What one process heard, of one company or of several. */
  recordCalls: (...notes: (Partial<CallReport> & { companyId: number })[]) =>
    step(`a process heard ${JSON.stringify(notes)}`, (side) =>
      side.contingency.recordCalls(notes.map((note) => ({ ...nothingHeard, ...note }))),
    ),
  noteUnanswered: (companyId: number, isRequest: boolean, silentMs = 0) =>
    step(`${companyId} is not answered ${isRequest ? "a request" : "a query"} for ${silentMs} ms`, (side) =>
      side.contingency.recordCalls([
        { ...nothingHeard, companyId, calls: [silentMs], requests: isRequest ? [silentMs] : [], cause: "no answer" },
      ]),
    ),
  noteAnswered: (companyId: number) =>
    step(`${companyId} is answered a query`, (side) =>
      side.contingency.recordCalls([{ ...nothingHeard, companyId, answeredAgoMs: 0 }]),
    ),
  noteReady: (companyId: number) =>
    step(`${companyId} is ready`, (side) =>
      side.contingency.recordCalls([{ ...nothingHeard, companyId, answeredAgoMs: 0, isReady: true }]),
    ),
  noteIssued: (companyId: number) =>
    step(`${companyId} is answered a request`, (side) => side.contingency.noteIssued(companyId)),
  outageStart: (afterMs = 2_000) =>
    step(
      `begin after ${afterMs} ms`,
      (side) => side.contingency.outageStart(afterMs),
      (begun) => begun.map(({ companyId }) => companyId).sort(),
    ),
  noteRefused: (companyId: number, refused = 1) =>
    step(`${companyId} alone is refused ${refused} times`, (side) =>
      side.contingency.recordCalls([{ ...nothingHeard, companyId, answeredAgoMs: 0, refused, refusal: "expired" }]),
    ),
  endRefused: () => step("end what is refused", (side) => side.contingency.endRefused()),
  endDespiteDoubt: () => step("end despite doubt", (side) => side.contingency.endDespiteDoubt()),
  claimProbes: (limit = 9, { afterMs = 40_000, deferMs = 0 } = {}) =>
    step(
      `claim ${limit} probes ${afterMs} ${deferMs}`,
      (side) => side.contingency.claimProbes(limit, { afterMs, deferMs }),
      (probes) =>
        probes
          .map((one) => `${one.companyId}${one.isActive ? " active" : ""} ${one.sequence && describeKey(one.sequence)}`)
          .sort(),
    ),
  claimTrial: (issuance: string) =>
    step(`${issuance} tries`, async (side) => {
      const companyId = pair(issuance)[0];
      return side.moving.claimTrial({ companyId, production: false }, idOf(side, issuance));
    }),
  beginByHand: (companyId: number) =>
    step(`begin ${companyId} by hand`, (side) => side.contingency.beginByHand(companyId)),
  endByHand: (companyId: number) => step(`end ${companyId} by hand`, (side) => side.contingency.endByHand(companyId)),
  listOutages: () =>
    step(
      "list what is watched",
      (side) => side.contingency.listOutages(),
      (all, _, { beginMs }) =>
        all
          .map((one) => {
            const times = [one.silentSinceMs, one.issuingSinceMs, one.activeSinceMs, one.readySinceMs, one.nowMs];
            return `${one.companyId} ${one.byHand} ${times.map((ms) => ms && ms - beginMs).join(" ")}`;
          })
          .sort(),
    ),
  listQueues: (...companyIds: number[]) =>
    step(`list the lines of ${companyIds}`, (side) => side.contingency.listQueues(companyIds), seeKeys),
  readQueue: (sequence: string) =>
    step(
      `read the line of ${sequence}`,
      async (side, memory) => {
        const line = await side.moving.readQueue(sequenceOf(sequence));
        if (line) memory.lines.set(sequence, line);
        return line;
      },
      (line) =>
        line && {
          ...{ substitute: line.substitute, standing: line.standing, isReady: line.isReady },
          codes: line.codes.map(({ code }) => code).sort(),
          waiting: line.waiting.map(({ body, revision, isSound }) => [body.idempotency, revision, isSound]),
        },
    ),
  /** Moves what was read last of the line, under the code of its date. */
  move: (sequence: string, keys?: string[]) =>
    step(
      `move the line of ${sequence}${keys ? `: ${keys.join(", ")}` : ""}`,
      async (side, memory) => {
        const line = memory.lines.get(sequence);
        if (!line) throw new Error(`the line of ${sequence} was never read`);
        const moves = line.waiting.flatMap((movable): Move[] => {
          const { voucherDate } = movable.body;
          const code = line.codes.find(({ validFrom, validTo }) => validFrom <= voucherDate && voucherDate <= validTo);
          const isMeant = keys === undefined || keys.includes(movable.body.idempotency);
          const sale = saleOf(movable.body, movable.amounts.total);
          return code && isMeant ? [{ ...movable, code, declared: toDeclared(sale, "line", 1) }] : [];
        });
        return side.moving.move(sequenceOf(sequence), line.substitute ?? 0, moves);
      },
      ({ moved, refused }, names) => ({
        moved: moved.map(({ issuanceId, number }) => [names.get(issuanceId), number]),
        refused: seeIds(refused, names),
      }),
    ),
  keepWithCae: (sequence: string, keys: string[]) =>
    step(`keep ${keys.join(", ")} of ${sequence} with CAE`, async (side, memory) => {
      const waiting = memory.lines.get(sequence)?.waiting ?? [];
      await side.moving.keepWithCae(waiting.filter(({ body }) => keys.includes(body.idempotency)));
    }),
});
