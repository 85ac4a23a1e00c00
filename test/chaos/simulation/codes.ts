import type { HeldCode } from "../../../shared/db/contingency/fail-over-issuances.js";
import type { World } from "./world.js";

/** The fortnights of a run: it begins three days before the second one. */
export const codes: HeldCode[] = [
  { id: 1, code: "26480000000001", validFrom: "20261116", validTo: "20261130" },
  { id: 2, code: "26500000000002", validFrom: "20261201", validTo: "20261215" },
];

/** The codes that are obtained by now. */
export const codesInHand = ({ scheduler, circumstances }: Pick<World, "scheduler" | "circumstances">): HeldCode[] =>
  codes.filter((_, at) => (circumstances.contingency?.codesAtMs[at] ?? Number.POSITIVE_INFINITY) <= scheduler.nowMs());

export const findCode = (code: string): HeldCode | undefined => codes.find((one) => one.code === code);
