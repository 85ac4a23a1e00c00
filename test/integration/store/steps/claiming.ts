import type { Submission } from "../../../../shared/db/issuing/submissions.js";
import { pair, sequenceOf, takingOf } from "../hand.js";
import type { Stage } from "../stage.js";

/** What an operator does for a voucher that stands under another number. */
export const claimingSteps = ({ step, idOf }: Stage) => ({
  /** As the issuance is now, unless `before` tells how often it was sent before. */
  claim: (taker: string, issuance: string, number: number, { isStale = false } = {}) =>
    step(
      `${taker} gives ${issuance} the voucher ${number}${isStale ? " as it was before" : ""}`,
      async (side, memory) => {
        const taken = takingOf(memory, taker);
        const claimant = await side.claiming.findAdoptionCandidate(taken.key, idOf(side, issuance));
        if (!claimant) return "no such issuance";
        const isOwn = ({ body }: Submission) => body.idempotency === pair(issuance)[1];
        const own = (await side.issuing.listSubmissions(taken.key)).find(isOwn);
        const read = isStale ? { ...claimant, revision: claimant.revision - 1 } : claimant;
        const freed = own?.number === number ? undefined : own;
        const claimed = await side.claiming.claim(taken, read, number, freed);
        return typeof claimed === "object" ? "claimed" : claimed;
      },
    ),
  findNumberState: (sequence: string, number: number) =>
    step(
      `what stands under ${sequence}/${number}`,
      (side) => side.claiming.findNumberState(sequenceOf(sequence), number),
      ({ voucher, askedBy }, names) => [voucher?.isTaken ?? null, voucher?.cae ?? null, askedBy && names.get(askedBy)],
    ),
  listEarlier: (issuance: string) =>
    step(`what the key of ${issuance} was sent with before`, async (side) =>
      (await side.claiming.listEarlier(idOf(side, issuance))).map(
        ({ posNumber, voucherType, number, declared, isUnseen }) =>
          `${posNumber}-${voucherType}-${number} ${declared.total}${isUnseen ? " unseen" : ""}`,
      ),
    ),
  listFreedOf: (taker: string, issuance: string) =>
    step(`the freed numbers of ${issuance}`, (side, memory) =>
      side.claiming.listFreedOf(takingOf(memory, taker), idOf(side, issuance)),
    ),
});
