import type { AuthorityEvidence } from "../../shared/db/issuer-requests/authority-question.js";
import type { IssuanceDetails } from "../../shared/db/issuing/open-issuances.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import { askIssuer } from "./ask-issuer.js";
import { reasonOf } from "./doctor/check.js";
import type { CommandContext } from "./perform.js";

/** One field: the value that was sent and the value that the authority has. */
export interface ShownField {
  /** The authority's name of the field. */
  field: string;
  sent: string | null;
  found: string | null;
  /** False when the authority has another value; null when there is no voucher to compare with. */
  same: boolean | null;
}

/** Evidence from the tax authority, as `issuance show` tells it. */
export interface ShownEvidence {
  authority: Pick<AuthorityEvidence, "number" | "lookUp" | "cae" | "processedAt" | "lastNumber"> | null;
  fields: ShownField[];
  decisions: AuthorityEvidence["choices"] | null;
  /** Why the authority could not be asked. */
  problem: string | null;
}

export const nothingShown: ShownEvidence = { authority: null, fields: [], decisions: null, problem: null };

export async function askForEvidence(
  office: CommandContext,
  tenant: Tenant,
  { issuance: { id, pos, type } }: IssuanceDetails,
): Promise<ShownEvidence> {
  try {
    const ask = { kind: "evidence" as const, posNumber: pos, voucherType: type, issuanceId: id };
    const answer = await askIssuer(office, tenant, ask);
    if (answer.outcome === "evidence") return toShown(answer.evidence);
    if (answer.outcome === "notDecided") return { ...nothingShown, problem: answer.why };
    throw new Error(`the issuer answered another question: ${answer.outcome}`);
  } catch (error) {
    return { ...nothingShown, problem: reasonOf(error) };
  }
}

function toShown({ fields, differing, choices, ...authority }: AuthorityEvidence): ShownEvidence {
  const isFound = authority.lookUp === "found";
  const shown = fields.map((one) => ({ ...one, same: isFound ? !differing.includes(one.field) : null }));
  return { authority, fields: shown, decisions: choices, problem: null };
}
