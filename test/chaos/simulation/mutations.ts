import { answerMutations } from "./mutations/answers.js";
import { batchMutations } from "./mutations/batches.js";
import { contingencyMutations, reportMutations } from "./mutations/contingencies.js";
import { evidenceMutations } from "./mutations/evidence.js";
import type { Mutation } from "./mutations/mutation.js";
import { numberingMutations } from "./mutations/numbering.js";
import { recordingMutations } from "./mutations/recording.js";
import { takingMutations } from "./mutations/taking.js";
import { waysBackMutations } from "./mutations/ways-back.js";

export type { Mutation } from "./mutations/mutation.js";

/** One mutation for each safety mechanism of guards.ts, and a few for several at once. */
export const mutations: Mutation[] = [
  ...takingMutations,
  ...recordingMutations,
  ...numberingMutations,
  ...evidenceMutations,
  ...answerMutations,
  ...batchMutations,
  ...contingencyMutations,
  ...reportMutations,
  ...waysBackMutations,
];
