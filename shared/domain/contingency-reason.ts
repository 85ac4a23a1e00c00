import { sayDetail } from "./authority-detail.js";
import { asLocalized, type LocalizedText } from "./localized-text.js";
import { instant } from "./spanish.js";

/** The tax authority did not answer. Kept with the contingency that began of it, and in the audit log. */
interface AuthoritySilence {
  /** An ISO 8601 instant, to the second. */
  since: string;
  /** Outcome of the last call. Null when nobody kept it. */
  cause: string | null;
}

/** The tax authority answers, and refuses the company alone: what it said. A contingency that ended for it keeps this. */
interface CompanyRefusal {
  refusal: string;
}

/** Why a contingency began: what a person wrote, or a silence. Or why it ended, where the company alone is refused. */
export type ContingencyReason = string | AuthoritySilence | CompanyRefusal;

export function sayReason(reason: ContingencyReason): LocalizedText {
  if (typeof reason === "string") return asLocalized(reason);
  if ("refusal" in reason)
    return {
      en: `the tax authority refuses this company alone: ${reason.refusal}`,
      es: `ARCA rechaza solo a esta empresa: ${sayDetail(reason.refusal).es}`,
    };
  return {
    en: `no answer from the tax authority since ${reason.since}: ${reason.cause ?? "unknown"}`,
    es: `ARCA no responde desde el ${instant(reason.since)}: ${reason.cause === null ? "no se sabe por qué" : sayDetail(reason.cause).es}`,
  };
}
