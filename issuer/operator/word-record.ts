import type { AuditRecord } from "../../shared/db/company/audit-entries.js";
import type { Decision } from "../../shared/db/issuer-requests/authority-question.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { nameOfNumber, type VoucherName } from "../../shared/domain/voucher-name.js";
import type { LookResult } from "./operator-look.js";

/** A person's decision about an issuance. */
export interface DecisionRequest {
  issuanceId: number;
  decision: Decision;
  because: string;
  /** A person looked at the authority's own pages. */
  unseen?: boolean | undefined;
  /** With "reject": the key answers 409 for good. */
  bar?: boolean | undefined;
  /** Vouchers without a key that equal the sale, and that are certainly other sales'. */
  despite?: VoucherName[] | undefined;
  by?: string | undefined;
}

/** The audit log's entry of a decision. @param effect what it did */
export const toRecord = (
  { companyId, production }: SequenceKey,
  { id, number }: Pick<Submission, "id" | "number">,
  { consulted, last }: Pick<LookResult, "consulted" | "last">,
  { decision, because, unseen, bar, despite = [] }: DecisionRequest,
  effect: string,
): AuditRecord & { after: Record<string, unknown> } => ({
  ...{ companyId, production, action: "issuance.resolve", resourceId: String(id) },
  before: { state: "submitted", number },
  after: {
    ...{ decision, because, effect },
    ...(unseen && { unseen }),
    ...((consulted.outcome === "unknown" || last.outcome === "unknown") && { nobodyCouldAsk: true }),
    ...(bar && { bar }),
    ...(despite.length > 0 && { despite: despite.map(nameOfNumber) }),
  },
});
