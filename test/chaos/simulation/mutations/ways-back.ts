import { twoPoints } from "../companies.js";
import { without } from "../guards.js";
import type { Mutation } from "./mutation.js";
import { importedCopies, keysElsewhere } from "./situations.js";

/** What ends a doubt: imports, operators' words, and what was freed. */
export const waysBackMutations: Mutation[] = [
  {
    name: "freed number forgotten when it is passed",
    removes: "the evidence about the voucher under a freed number: its key's doubt ends with the count",
    guards: without("freedEndByEvidence"),
    circumstances: { ...importedCopies, companies: twoPoints },
    redundant: "whoever passes the number imports its voucher, which makes the key suspect",
  },
  {
    name: "import leaves the key of a freed number",
    removes: "the doubt that an import brings to a key whose freed number has the voucher: it is sent again",
    guards: without("importsDoubtFreed"),
    circumstances: importedCopies,
  },
  {
    name: "key sent beside an unverified numbering",
    removes: "the wait of a key in doubt while its voucher may stand in another numbering that is not verified",
    guards: without("othersStopKeys", "importsStopEverywhere"),
    circumstances: keysElsewhere,
  },
  {
    name: "key sent beside a voucher imported elsewhere",
    removes: "the wait of a key in doubt while an imported voucher of another numbering may be its own",
    guards: without("importsStopEverywhere"),
    circumstances: keysElsewhere,
  },
  {
    name: "key judged before the wait for an import, epoch not raised",
    removes: "looking at the imported vouchers once the numbering is locked: a drain that waited numbers their keys",
    guards: without("looksAfterLock", "importsRaiseEpochs"),
    circumstances: importedCopies,
  },
  {
    name: "key judged before the wait for an import",
    removes: "the same, but the import raises the epoch",
    guards: without("looksAfterLock"),
    circumstances: importedCopies,
    redundant: "the drain that waited began before the import, and commits nothing",
  },
  {
    name: "import leaves the epoch",
    removes: "raising the epoch in an import",
    guards: without("importsRaiseEpochs"),
    circumstances: importedCopies,
    redundant: "what a write-ahead decides by is read behind the lock",
  },
];
