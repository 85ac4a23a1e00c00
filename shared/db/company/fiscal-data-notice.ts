import type { FiscalDataChange, FiscalFields } from "../../domain/warnings.js";
import type { Transaction } from "../pool/database.js";

/** Changes within this time of an earlier notice go into one mail at its end. So a key cannot flood the account. */
const pauseMinutes = 10;
/** The most changes that a mail describes; it counts the others. */
const maxDescribed = 20;

/**
 * Records that the company's account is told of this change, if a homologation key made it and the account has an address. Called
 * under the company's lock (`writeAudited`), in the transaction of the change.
 */
export async function noticeFiscalData(
  tx: Transaction,
  companyId: number,
  apiKeyId: number,
  changed: { before: FiscalFields; after: FiscalFields },
): Promise<void> {
  const [key] = await tx.$queryRaw<FiscalDataChange["key"][]>`
    SELECT k.id, k.name, k.prefix FROM api_key k JOIN company c ON c.id = k.company_id
    WHERE k.id = ${apiKeyId} AND k.company_id = ${companyId} AND NOT k.production AND c.account_email IS NOT NULL`;
  if (!key) return;
  const change = JSON.stringify({ at: new Date().toISOString(), key, ...changed } satisfies FiscalDataChange);
  // Not one that a mailer may be reading at this moment.
  const gathered = await tx.$executeRaw`
    UPDATE warning SET facts = CASE WHEN jsonb_array_length(facts -> 'changes') < ${maxDescribed}
      THEN jsonb_set(facts, '{changes}', (facts -> 'changes') || ${change}::jsonb)
      ELSE jsonb_set(facts, '{more}', to_jsonb((facts ->> 'more')::int + 1)) END
    WHERE company_id = ${companyId} AND kind = 'fiscaldata' AND state = 'due' AND attempts = 0
      AND due_at > clock_timestamp() + interval '5 seconds'`;
  if (gathered > 0) return;
  await tx.$executeRaw`
    INSERT INTO warning (company_id, kind, subject, facts, due_at)
    SELECT ${companyId}, 'fiscaldata', clock_timestamp()::text,
      jsonb_build_object('kind', 'fiscaldata', 'changes', jsonb_build_array(${change}::jsonb), 'more', 0),
      greatest(now(), max(created_at) + ${pauseMinutes} * interval '1 minute')
    FROM warning WHERE company_id = ${companyId} AND kind = 'fiscaldata'`;
}
