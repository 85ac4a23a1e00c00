import type { Statements } from "../pool/database.js";

export type PaymentKind = "renewal" | "extra";

/** Payment that a company is asked for. */
export interface Checkout {
  id: number;
  companyId: number;
  kind: PaymentKind;
  planId: number;
  months: number | null;
  vouchers: number | null;
  amount: string;
  reference: string;
  /** The provider's page; null until it answered. */
  link: string | null;
  endsAt: Date;
}

export interface NewCheckout extends Omit<Checkout, "id" | "link" | "endsAt"> {
  /** The e-mail address of who asked. */
  askedBy: string;
}

/** The one that is open, of a kind. */
export async function findOpenCheckout(
  db: Statements,
  companyId: number,
  kind: PaymentKind,
): Promise<Checkout | undefined> {
  const [found] = await db.$queryRaw<Checkout[]>`
    SELECT id, company_id AS "companyId", kind, plan_id AS "planId", months, vouchers, amount::text, reference, link, ends_at AS "endsAt"
    FROM checkout WHERE company_id = ${companyId} AND kind = ${kind} AND closed_at IS NULL AND ends_at > now()`;
  return found;
}

/** Gives the open one, or this. Whoever asks at once gets the same. */
export async function openCheckout(db: Statements, asked: NewCheckout): Promise<Checkout | undefined> {
  const { companyId, kind, planId, months, vouchers, amount, reference, askedBy } = asked;
  await db.$executeRaw`
    UPDATE checkout SET closed_at = now() WHERE company_id = ${companyId} AND kind = ${kind} AND closed_at IS NULL AND ends_at <= now()`;
  await db.$executeRaw`
    INSERT INTO checkout (company_id, kind, plan_id, months, vouchers, amount, reference, asked_by)
    SELECT ${companyId}, ${kind}, ${planId}, ${months}, ${vouchers}, ${amount}::numeric, ${reference}, ${askedBy}
    WHERE NOT EXISTS (SELECT FROM checkout WHERE company_id = ${companyId} AND kind = ${kind} AND closed_at IS NULL)
    ON CONFLICT DO NOTHING`;
  return findOpenCheckout(db, companyId, kind);
}

/** Keeps the provider's page, unless another process has kept one: then it stays. */
export async function keepLink(db: Statements, companyId: number, id: number, link: string): Promise<void> {
  await db.$executeRaw`UPDATE checkout SET link = ${link} WHERE id = ${id} AND company_id = ${companyId} AND link IS NULL`;
}
