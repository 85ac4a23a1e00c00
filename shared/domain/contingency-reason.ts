import { instant } from "./spanish.js";
import { asSaid, type Words } from "./words.js";

/** The tax authority did not answer. Kept with the contingency that began of it, and in the audit log. */
interface AuthoritySilence {
  /** An ISO 8601 instant, to the second. */
  since: string;
  /** What became of the last call. Null when nobody kept it. */
  cause: string | null;
}

/** Why a contingency began: what a person wrote, or a silence. */
export type ContingencyReason = string | AuthoritySilence;

export const sayReason = (reason: ContingencyReason): Words =>
  typeof reason === "string"
    ? asSaid(reason)
    : {
        en: `no answer from the tax authority since ${reason.since}: ${reason.cause ?? "unknown"}`,
        es: `ARCA no responde desde el ${instant(reason.since)}: ${reason.cause ?? "no se sabe por qué"}`,
      };
