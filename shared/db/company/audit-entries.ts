import { Prisma } from "../generated/client.js";
import type { Database, Transaction } from "../pool/database.js";
import { listCompanyIds } from "./companies.js";

/**
 * Author of a change: an API key over HTTP, a person in the web application, an operator at the command line (by name, if known), or the
 * service itself.
 */
export type Actor =
  | { type: "apikey"; apiKeyId: number }
  | { type: "user"; email: string }
  | { type: "admin"; name?: string | undefined }
  | { type: "system" };

/** Action on a resource. `before` and `after` hold the changed fields, without secrets. */
export interface AuditRecord {
  companyId: number;
  /** Null when it concerns both environments. */
  production: boolean | null;
  action: string;
  resourceId: string;
  before?: object;
  after?: object;
}

/** Author of a write, and what it concerns: one environment of the company, or, with null, both. */
interface AuditedWriter extends Pick<AuditRecord, "companyId" | "production"> {
  db: Database;
  actor: Actor;
}

/** Record of a write whose company and environment are known. */
type WriteRecord = Omit<AuditRecord, "companyId" | "production">;

interface RecordedWrite<T> {
  result: T;
  /** Undefined when nothing changed. */
  record: WriteRecord | undefined;
}

/**
 * Runs one administrative write and adds its audit entry in the same transaction. Writes of one company are serialized.
 * `write` gives no record when it changed nothing.
 */
export async function writeAudited<T>(
  writer: AuditedWriter,
  write: (tx: Transaction) => Promise<RecordedWrite<T>>,
): Promise<T> {
  return (await writeIfChanged(writer, write)).result;
}

/** `writeAudited`, which also tells whether anything changed. */
export async function writeIfChanged<T>(
  { db, actor, companyId, production }: AuditedWriter,
  write: (tx: Transaction) => Promise<RecordedWrite<T>>,
): Promise<{ result: T; changed: boolean }> {
  return db.$transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const { result, record } = await write(tx);
    if (record) await addAuditEntry(tx, actor, { ...record, companyId, production });
    return { result, changed: record !== undefined };
  });
}

/** Waits for other administrative writes of the company. Does not block issuing. */
export async function lockCompany(tx: Transaction, companyId: number): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM company WHERE id = ${companyId} FOR NO KEY UPDATE`;
}

export async function addAuditEntry(tx: Transaction, actor: Actor, record: AuditRecord): Promise<{ id: number }> {
  const [entry] = await tx.$queryRaw<[{ id: number }]>(insertEntries(actor, [record]));
  return entry;
}

/** Adds the entries of several companies: what was done concerns each of them. */
export async function addAuditEntries(tx: Transaction, actor: Actor, records: AuditRecord[]): Promise<void> {
  await tx.$executeRaw(insertEntries(actor, records));
}

/** Adds an entry of both environments for every company. Gives the number of companies. */
export async function auditEverywhere(tx: Transaction, actor: Actor, record: WriteRecord): Promise<number> {
  const companies = await listCompanyIds(tx);
  await addAuditEntries(
    tx,
    actor,
    companies.map((companyId) => ({ companyId, production: null, ...record })),
  );
  return companies.length;
}

/** SQL of the entries. The records are one value, so that any number of them is one text. */
const insertEntries = (actor: Actor, records: AuditRecord[]) => Prisma.sql`
  INSERT INTO audit_entry (company_id, production, action, resource_id, before, after, actor_type, actor_email, actor_api_key_id, actor_name)
  SELECT r."companyId", r.production, r.action, r."resourceId", r.before, r.after, ${actor.type}::text,
    ${actor.type === "user" ? actor.email : null}::text, ${actor.type === "apikey" ? actor.apiKeyId : null}::int,
    ${actor.type === "admin" ? (actor.name ?? null) : null}::text
  FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb)
    AS r("companyId" int, production boolean, action text, "resourceId" text, before jsonb, after jsonb)
  RETURNING id`;
