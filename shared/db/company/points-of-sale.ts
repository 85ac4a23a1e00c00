import type { FurtherDefaults } from "../../domain/further-data.js";
import type { Legend } from "../../domain/legends.js";
import type { PdfLayout } from "../../domain/pdf-form.js";
import type { PrintedPointOfSale } from "../../domain/printable-voucher.js";
import { type PrintedTexts, printedTextsOf } from "../../domain/printed-texts.js";
import type { Tenant } from "../../domain/tenant.js";
import type { Transaction } from "../database.js";
import { Prisma } from "../generated/client.js";
import { type ListPage, toPrismaPage } from "../list-page.js";

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
  /** What is printed for the customer. */
  layout: PdfLayout;
  /** What its vouchers print beside the legends of the company. */
  legends: Legend[];
  additionalDataKeys: AdditionalDataKey[];
  created: string;
}

export type PointOfSaleChanges = Partial<Omit<PointOfSale, "number" | "hasLogo" | "created">>;

interface PointOfSaleRow
  extends Omit<
    PointOfSale,
    "hasLogo" | "authorization" | "layout" | "legends" | "additionalDataKeys" | "created" | keyof FurtherDefaults
  > {
  authorization: string;
  layout: string;
  legends: unknown;
  logoKey: string | null;
  additionalDataKeys: unknown;
  optionals: unknown;
  activities: unknown;
  createdAt: Date;
}

const toPointOfSale = (row: PointOfSaleRow): PointOfSale => ({
  number: row.number,
  name: row.name,
  printedName: row.printedName,
  address: row.address,
  enabled: row.enabled,
  exclusive: row.exclusive,
  hasLogo: row.logoKey !== null,
  activity: row.activity,
  ...printedTextsOf(row),
  authorization: row.authorization as PosAuthorization,
  contingencyPos: row.contingencyPos,
  layout: row.layout as PdfLayout,
  legends: row.legends as Legend[],
  additionalDataKeys: row.additionalDataKeys as AdditionalDataKey[],
  optionals: row.optionals as FurtherDefaults["optionals"],
  activities: row.activities as FurtherDefaults["activities"],
  created: row.createdAt.toISOString(),
});

const toRow = ({ additionalDataKeys, legends, optionals, activities, ...changes }: PointOfSaleChanges) => ({
  ...changes,
  ...(legends && { legends: legends.map((each) => ({ ...each })) }),
  ...(additionalDataKeys && { additionalDataKeys: additionalDataKeys.map((each) => ({ ...each })) }),
  ...(optionals !== undefined && { optionals: toJson(optionals) }),
  ...(activities !== undefined && { activities: toJson(activities) }),
});

/** Nothing is null in the database, never an empty list. */
const toJson = (rows: readonly object[] | null) =>
  rows && rows.length > 0 ? rows.map((row) => ({ ...row })) : Prisma.DbNull;

const at = ({ companyId, production }: Tenant, number: number) => ({
  companyId_production_number: { companyId, production, number },
});

/** The points of sale of one environment, by number. Without a page, all of them. */
export async function listPointsOfSale(
  tx: Transaction,
  { companyId, production }: Tenant,
  page?: ListPage,
): Promise<PointOfSale[]> {
  const rows = await tx.pointOfSale.findMany({
    where: { companyId, production },
    orderBy: { number: "asc" },
    ...toPrismaPage(page),
  });
  return rows.map(toPointOfSale);
}

export const countPointsOfSale = (tx: Transaction, { companyId, production }: Tenant): Promise<number> =>
  tx.pointOfSale.count({ where: { companyId, production } });

export async function findPointOfSale(tx: Transaction, of: Tenant, number: number): Promise<PointOfSale | undefined> {
  const row = await tx.pointOfSale.findUnique({ where: at(of, number) });
  return row ? toPointOfSale(row) : undefined;
}

export async function insertPointOfSale(
  tx: Transaction,
  { companyId, production }: Tenant,
  { number, ...rest }: { number: number } & PointOfSaleChanges,
): Promise<PointOfSale> {
  return toPointOfSale(await tx.pointOfSale.create({ data: { companyId, production, number, ...toRow(rest) } }));
}

export async function updatePointOfSale(
  tx: Transaction,
  of: Tenant,
  number: number,
  changes: PointOfSaleChanges,
): Promise<PointOfSale> {
  return toPointOfSale(await tx.pointOfSale.update({ where: at(of, number), data: toRow(changes) }));
}

/** The numbers of those that it stands in for. */
export async function listReplaced(
  tx: Transaction,
  { companyId, production }: Tenant,
  number: number,
): Promise<number[]> {
  const rows = await tx.pointOfSale.findMany({
    where: { companyId, production, contingencyPos: number },
    orderBy: { number: "asc" },
    select: { number: true },
  });
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
  const row = await tx.pointOfSale.findUnique({ where: at(of, number), select: { logoKey: true } });
  return row?.logoKey;
}

export async function setLogoKey(tx: Transaction, of: Tenant, number: number, logoKey: string | null): Promise<void> {
  await tx.pointOfSale.update({ where: at(of, number), data: { logoKey } });
}
