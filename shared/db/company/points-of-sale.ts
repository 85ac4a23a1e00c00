import type { FurtherDefaults } from "../../domain/further-data.js";
import type { Legend } from "../../domain/legends.js";
import type { PdfLayout } from "../../domain/pdf-form.js";
import type { PrintedPointOfSale } from "../../domain/printable-voucher.js";
import { type PrintedTexts, printedTextNames } from "../../domain/printed-texts.js";
import type { Tenant } from "../../domain/tenant.js";
import { countRows } from "../fragments/count-rows.js";
import { inScope } from "../fragments/scope.js";
import { Prisma } from "../generated/client.js";
import type { Transaction } from "../pool/database.js";
import { type ListPage, toPage } from "../sql/list-page.js";
import { columnOf } from "../sql/raw-sql.js";
import { changeRows, type GivenColumns, toInsert, toJsonb } from "./given-columns.js";

type AdditionalDataKey = PrintedPointOfSale["additionalDataKeys"][number];

export const posAuthorizations = ["CAE", "CAEA"] as const;
export type PosAuthorization = (typeof posAuthorizations)[number];

/** A point of sale with its settings. */
export interface PointOfSale extends FurtherDefaults, PrintedTexts {
  number: number;
  /** For people: it is not printed. */
  name: string | null;
  printedName: string | null;
  address: string | null;
  enabled: boolean;
  /** The operator declares that only this service issues there. */
  exclusive: boolean;
  hasLogo: boolean;
  /** Six digits. Of its vouchers, when it is not the company's. */
  activity: string | null;
  /** How the authority authorizes what is issued there. With `CAEA` it only stands in for others. */
  authorization: PosAuthorization;
  /** The number of the point of sale that stands in for it while a contingency lasts. */
  contingencyPos: number | null;
  /** Paper that is printed for the customer. */
  layout: PdfLayout;
  /** Legends on its vouchers, beside those of the company. */
  legends: Legend[];
  additionalDataKeys: AdditionalDataKey[];
  created: string;
}

export type PointOfSaleChanges = Partial<Omit<PointOfSale, "number" | "hasLogo" | "created">>;

type PointOfSaleRow = Omit<PointOfSale, "created"> & { createdAt: Date };

const columns = Prisma.sql`
  p.number, p.name, p.printed_name AS "printedName", p.address, p.enabled, p.exclusive, p.logo_key IS NOT NULL AS "hasLogo",
  p.activity, ${Prisma.join(printedTextNames.map((name) => Prisma.raw(`p.${columnOf(name)} AS "${name}"`)))},
  p.authorized_by AS "authorization", p.contingency_pos AS "contingencyPos", p.layout, p.legends,
  p.additional_data_keys AS "additionalDataKeys", p.optionals, p.activities, p.created_at AS "createdAt"`;

const toPointOfSale = ({ createdAt, ...row }: PointOfSaleRow): PointOfSale => ({
  ...row,
  created: createdAt.toISOString(),
});

const toColumns = (pos: PointOfSaleChanges): GivenColumns => ({
  name: pos.name,
  printed_name: pos.printedName,
  address: pos.address,
  enabled: pos.enabled,
  exclusive: pos.exclusive,
  activity: pos.activity,
  ...Object.fromEntries(printedTextNames.map((name) => [columnOf(name), pos[name]])),
  authorized_by: pos.authorization,
  contingency_pos: pos.contingencyPos,
  layout: pos.layout,
  legends: toJsonb(pos.legends),
  additional_data_keys: toJsonb(pos.additionalDataKeys),
  optionals: toJsonb(orNull(pos.optionals)),
  activities: toJsonb(orNull(pos.activities)),
});

/** Nothing is null in the database, never an empty list. */
const orNull = (rows: readonly object[] | null | undefined) => (rows?.length === 0 ? null : rows);

const at = (of: Tenant, number: number) => Prisma.sql`${inScope(of, "p")} AND p.number = ${number}`;

/** The points of sale of one environment, by number. Without a page, all of them. */
export async function listPointsOfSale(tx: Transaction, tenant: Tenant, page?: ListPage): Promise<PointOfSale[]> {
  const rows = await tx.$queryRaw<PointOfSaleRow[]>`
    SELECT ${columns} FROM point_of_sale p WHERE ${inScope(tenant, "p")} ORDER BY p.number ${toPage(page)}`;
  return rows.map(toPointOfSale);
}

export const countPointsOfSale = (tx: Transaction, tenant: Tenant): Promise<number> =>
  countRows(tx, Prisma.sql`point_of_sale p WHERE ${inScope(tenant, "p")}`);

export async function findPointOfSale(tx: Transaction, of: Tenant, number: number): Promise<PointOfSale | undefined> {
  const [row] = await tx.$queryRaw<PointOfSaleRow[]>`
    SELECT ${columns} FROM point_of_sale p WHERE ${at(of, number)}`;
  return row && toPointOfSale(row);
}

export async function insertPointOfSale(
  tx: Transaction,
  { companyId, production }: Tenant,
  { number, ...rest }: { number: number } & PointOfSaleChanges,
): Promise<PointOfSale> {
  const given = { company_id: companyId, production, number, ...toColumns(rest) };
  const [row] = await tx.$queryRaw<[PointOfSaleRow]>`
    INSERT INTO point_of_sale AS p ${toInsert(given)} RETURNING ${columns}`;
  return toPointOfSale(row);
}

export async function updatePointOfSale(
  tx: Transaction,
  of: Tenant,
  number: number,
  changes: PointOfSaleChanges,
): Promise<PointOfSale> {
  const where = at(of, number);
  const changed = changeRows(Prisma.sql`point_of_sale p`, toColumns(changes), { where, returning: columns });
  const [row] = await tx.$queryRaw<[PointOfSaleRow]>(changed);
  return toPointOfSale(row);
}

/** The numbers of those that it stands in for. */
export async function listReplaced(tx: Transaction, tenant: Tenant, number: number): Promise<number[]> {
  const rows = await tx.$queryRaw<{ number: number }[]>`
    SELECT p.number FROM point_of_sale p WHERE ${inScope(tenant, "p")} AND p.contingency_pos = ${number} ORDER BY p.number`;
  return rows.map((row) => row.number);
}

/**
 * Whether another company of the same CUIT uses this number in the same environment. Until the transaction ends, no other company comes to use
 * it.
 */
export async function isOthers(tx: Transaction, { companyId, production }: Tenant, number: number): Promise<boolean> {
  const [{ others }] = await tx.$queryRaw<[{ others: boolean }]>`
    SELECT public.point_of_sale_is_others(${companyId}::int, ${production}, ${number}::int) AS others`;
  return others;
}

/** Whether vouchers were issued there, or are about to be. */
export async function isInUse(tx: Transaction, { companyId, production }: Tenant, number: number): Promise<boolean> {
  const [{ used }] = await tx.$queryRaw<[{ used: boolean }]>`
    SELECT EXISTS (SELECT FROM voucher WHERE company_id = ${companyId} AND production = ${production} AND pos_number = ${number})
      OR EXISTS (SELECT FROM issuance WHERE company_id = ${companyId} AND production = ${production} AND pos_number = ${number}
        AND state IN ('queued', 'submitted')) AS used`;
  return used;
}

/** The storage key of the logo. Null when there is none, undefined when there is no such point of sale. */
export async function findLogoKey(tx: Transaction, of: Tenant, number: number): Promise<string | null | undefined> {
  const [row] = await tx.$queryRaw<{ logoKey: string | null }[]>`
    SELECT p.logo_key AS "logoKey" FROM point_of_sale p WHERE ${at(of, number)}`;
  return row?.logoKey;
}

export async function setLogoKey(tx: Transaction, of: Tenant, number: number, logoKey: string | null): Promise<void> {
  await tx.$executeRaw`UPDATE point_of_sale p SET logo_key = ${logoKey} WHERE ${at(of, number)}`;
}
