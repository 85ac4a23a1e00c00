import { createHash } from "node:crypto";
import { checkIssuance } from "../../../api/schemas/check-issuance.js";
import { type NewBatch, recordBatch } from "../../../shared/db/batches/record-batch.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { computeAmounts } from "../../../shared/domain/amounts.js";
import { toDeclaration } from "../../../shared/domain/declaration.js";
import { invoiceB, today } from "./invoice.js";
import type { SampleQueue } from "./waiting-lines.js";

type Element = NewBatch["elements"][number];

export function elementOf(given: Parameters<typeof invoiceB>[0]): Element {
  const checked = checkIssuance(invoiceB(given));
  if (!checked.ok) throw new Error("the sample is not valid");
  const { body } = checked;
  const amounts = computeAmounts(body);
  const bodyHash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  return { body, bodyHash, amounts, declared: toDeclaration(body, amounts), vatRounding: "auto" };
}

/** Records a batch of the line's company, and gives its id. Without an address, the company's key sends it. */
export async function recordOn(
  { db, taken }: SampleQueue,
  elements: Element[],
  userEmail: string | null = null,
): Promise<number> {
  const company = await db.apiKey.findFirstOrThrow({ where: { companyId: taken.key.companyId } });
  const periodStart = today().replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  const { id } = await recordBatch(db, taken.key, {
    name: null,
    apiKeyId: userEmail === null ? company.id : null,
    userEmail,
    requestId: "batch",
    periodStart,
    elements,
  });
  return id;
}

export const elementsOn = ({ taken }: SampleQueue, count: number): Element[] =>
  Array.from({ length: count }, () => elementOf({ posNumber: taken.key.posNumber }));

/** Elements for the keys that already wait in the line. */
export const elementsFor = ({ taken, bodies }: SampleQueue): Element[] =>
  bodies.map(({ idempotency }) => elementOf({ posNumber: taken.key.posNumber, idempotency }));

export const statesOf = async (db: Database, batchId: number) =>
  (await db.batchElement.findMany({ where: { batchId }, orderBy: { index: "asc" } })).map(({ state }) => state);

export const outcomesOf = async (db: Database, batchId: number) =>
  (await db.batchElement.findMany({ where: { batchId }, orderBy: { index: "asc" } })).map(({ outcome }) => outcome);
