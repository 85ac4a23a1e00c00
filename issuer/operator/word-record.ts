import type { AuditRecord } from "../../shared/db/company/audit-entries.js";
import type { Submission } from "../../shared/db/issuing/submissions.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { nameOfNumber } from "../../shared/domain/voucher-name.js";
import type { Deciding } from "./decide.js";
import type { Seen } from "./operator-look.js";

/** The audit log's entry of a decision. @param effect what it did */
export const toRecord = (
  { companyId, production }: SequenceKey,
  { id, number }: Pick<Submission, "id" | "number">,
  { consulted, last }: Pick<Seen, "consulted" | "last">,
  { decision, because, unseen, bar, despite = [] }: Deciding,
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
