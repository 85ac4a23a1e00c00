import { faultless } from "../circumstances.js";
import { twoPoints } from "../companies.js";
import { without } from "../guards.js";
import type { Mutation } from "./mutation.js";
import { forgottenVouchers, secondCopies } from "./situations.js";

/** An operator imports while callers go on, and keys are sent for one of two points of sale and then for the other. */
const operatorActs = { ...forgottenVouchers, operatorActs: true };

const twoNumberings = { ...operatorActs, companies: twoPoints, sharedKeys: 0.6, clients: 10 };

/** What ends a doubt: imports, operators' words, and what was freed. */
export const waysBackMutations: Mutation[] = [
  {
    name: "freed number forgotten when it is passed",
    removes: "the evidence about the voucher under a freed number: its key's doubt ends with the count",
    guards: without("freedEndByEvidence"),
    circumstances: {
      ...secondCopies,
      operatorActs: true,
      voucherTypes: [6],
      contingency: null,
      probability: { ...faultless, refused: 0.5, requestLate: 0.3, lateLong: 0.5, requestLost: 0.1, countLags: 0.4 },
    },
  },
  {
    name: "key sent beside an unverified numbering",
    removes: "the wait of a key in doubt while its voucher may stand in another numbering that is not verified",
    guards: without("othersStopKeys", "importsStopEverywhere"),
    circumstances: twoNumberings,
  },
  {
    name: "import elsewhere does not stop a key",
    removes: "the wait of a key in doubt while an imported voucher of another numbering may be its own",
    guards: without("importsStopEverywhere"),
    circumstances: twoNumberings,
  },
  {
    name: "key judged before the wait for an import",
    removes: "looking at the imported vouchers once the numbering is locked: a drain that waited numbers their keys",
    guards: without("looksAfterLock", "importsRaiseEpochs"),
    circumstances: operatorActs,
  },
  {
    name: "import leaves the epoch",
    removes: "raising the epoch in an import",
    guards: without("importsRaiseEpochs"),
    redundant: "what a write-ahead decides by is read behind the lock",
    circumstances: operatorActs,
  },
];
