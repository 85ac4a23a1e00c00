import { twoPoints } from "../companies.js";
import { without } from "../guards.js";
import type { Mutation } from "./mutation.js";
import { forgottenVouchers } from "./situations.js";

/** An operator imports while callers go on, and keys are sent for one of two points of sale and then for the other. */
const operatorActs = { ...forgottenVouchers, operatorActs: true };

const twoNumberings = { ...operatorActs, companies: twoPoints, sharedKeys: 0.6, clients: 10 };

/** What ends a doubt: imports, operators' words, and what was freed. */
export const waysBackMutations: Mutation[] = [
  {
    name: "key sent beside an unverified numbering",
    removes: "the wait of a key in doubt while its voucher may stand in another numbering that is not verified",
    guards: without("othersStopKeys", "importsStopEverywhere"),
    circumstances: twoNumberings,
  },
  {
    name: "import leaves the epoch",
    removes: "raising the epoch in an import",
    guards: without("importsRaiseEpochs"),
    redundant: "what a write-ahead decides by is read behind the lock",
    circumstances: operatorActs,
  },
];
