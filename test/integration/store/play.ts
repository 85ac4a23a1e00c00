import type { Side } from "./side.js";
import { openStage } from "./stage.js";
import { claimingSteps } from "./steps/claiming.js";
import { contingencySteps } from "./steps/contingency.js";
import { numberingSteps } from "./steps/numbering.js";
import { recordingSteps } from "./steps/recording.js";
import { reportingSteps } from "./steps/reporting.js";

/** Plays a case on all sides: each function is a step. */
export function playOn(sides: [Side, ...Side[]]) {
  const stage = openStage(sides);
  const steps = {
    ...recordingSteps(stage),
    ...numberingSteps(stage),
    ...contingencySteps(stage),
    ...reportingSteps(stage),
    ...claimingSteps(stage),
  };
  return Object.assign(stage, steps);
}

export type Play = ReturnType<typeof playOn>;
