import { z } from "zod";
import { type EnvironmentName, environmentNames } from "../environment.js";
import type { World } from "../world.js";
import { type AdvanceCode, reportedUnder } from "./code-book.js";

/** A code as the control routes answer it, with what became known of it. */
export type CodeView = Omit<AdvanceCode, "observations"> & {
  env: EnvironmentName;
  observations: { code: number; msg: string }[];
  /** The vouchers reported under it; lots have several numbers. */
  reported: { pos: number; type: number; number: number; numberTo: number; generated: string | undefined }[];
  /** The points of sale that were declared without movement. */
  withoutMovement: { pos: number; processed: string }[];
};

const codeQuery = z.object({ env: z.enum(environmentNames).optional(), cuit: z.string().optional() });

export function listCodes({ environments }: World, query: URLSearchParams): { codes: CodeView[] } {
  const { env, cuit } = codeQuery.parse(Object.fromEntries(query));
  const codes = environmentNames
    .filter((name) => env === undefined || env === name)
    .flatMap((name) =>
      environments[name].codes
        .all()
        .filter((code) => cuit === undefined || code.cuit === cuit)
        .map((code) => ({
          env: name,
          ...code,
          observations: code.observations.map(({ code: number, msg }) => ({ code: number, msg })),
          reported: reportedUnder(environments[name].ledger, code.code).map(
            ({ pos, type, number, numberTo, generated }) => ({ pos, type, number, numberTo, generated }),
          ),
          withoutMovement: environments[name].codes
            .declarations(code.code)
            .map(({ pos, processed }) => ({ pos, processed })),
        })),
    );
  return { codes };
}
