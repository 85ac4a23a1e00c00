import { withTimeout } from "../../shared/concurrency/with-timeout.js";
import { getIssuingProfile } from "../../shared/db/issuing/issuing-profile.js";
import { findLastDate } from "../../shared/db/issuing/sequences.js";
import { argentineDay, toFiscalDate } from "../../shared/domain/calendar.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { IssuingDeps } from "./deps.js";
import type { PreviewContext } from "./failure-of.js";

type Sequence = { posNumber: number; voucherType: number };

const timeoutMs = 3_000;

/**
 * Context of a preview: issuer, today, last date, moved rules. Read only to explain a refusal. Null when it cannot be read within 3 s, such
 * as behind long reading of the same company: the refusal is known, and its answer waits for no explanation. Never rejects.
 */
export const findPreviewContext = (
  deps: Pick<IssuingDeps, "reading" | "now">,
  tenant: Tenant,
  sequence: Sequence,
): Promise<PreviewContext | null> => withTimeout(timeoutMs, readStanding(deps, tenant, sequence)).catch(() => null);

async function readStanding(
  { reading, now }: Pick<IssuingDeps, "reading" | "now">,
  { companyId, production }: Tenant,
  sequence: Sequence,
): Promise<PreviewContext> {
  const db = reading.of({ companyId, production });
  const { posNumber, voucherType } = sequence;
  const [issuer, lastDate] = await Promise.all([
    getIssuingProfile(db, companyId, production),
    findLastDate(db, { companyId, production, posNumber, voucherType }),
  ]);
  return { issuer, lastDate, today: toFiscalDate(argentineDay(now())), ruleMoves: issuer.ruleMoves };
}
