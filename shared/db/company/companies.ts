import type { VatRounding } from "../../domain/amounts.js";
import type { CompanyMail } from "../../domain/company-mail.js";
import type { FcePayment } from "../../domain/fce.js";
import type { HomologationMail } from "../../domain/homologation-mail.js";
import type { InvitationRule } from "../../domain/invitations.js";
import type { MonotributoCategory } from "../../domain/monotributo/caps.js";
import type { SircipAgent } from "../../domain/perceptions.js";
import type { PrintedIssuer } from "../../domain/printable-voucher.js";
import { Prisma } from "../generated/client.js";
import type { Database, Transaction } from "../pool/database.js";
import { changeRows, type GivenColumns, toInsert, toJsonb } from "./given-columns.js";

/** A company. */
export interface Company extends PrintedIssuer {
  id: number;
  code: string;
  stateId: number | null;
  accountEmail: string | null;
  vatRounding: VatRounding;
  homologationMail: HomologationMail;
  /** Rule of invitations by its owners. */
  invitations: InvitationRule;
  /** How its credit invoices (FCE MiPyME) are paid. Null: it issues none. */
  fce: FcePayment | null;
  /** Six digits. Of its vouchers, unless they or their point of sale say another. */
  activityCode: string | null;
  /** Holder of the certificate that acts for it in both environments: itself, or the operator. */
  certificateMode: CertificateMode;
  /** The authority put it into class A under withholding: it issues 51, 52 and 53. */
  withheldA: boolean;
  /** Category of a monotributista; null when it was not said. */
  monotributoCategory: MonotributoCategory | null;
  /** Under whose name its vouchers are mailed. */
  mail: CompanyMail;
  /** How it is an agent of SIRCIP. Null: it is none. */
  sircip: SircipAgent | null;
  created: string;
}

export const certificateModes = ["own", "delegated"] as const;
export type CertificateMode = (typeof certificateModes)[number];

/** The fields of a company that can be changed. */
export type CompanyChanges = Partial<Omit<Company, "id" | "code" | "cuit" | "created">>;

export type NewCompany = Pick<Company, "code" | "cuit" | "name" | "taxType"> & CompanyChanges;

type CompanyRow = Omit<Company, "created"> & { createdAt: Date };

// In the order in which a company is shown.
const columns = Prisma.sql`
  c.id, c.code, c.cuit, c.name, c.tax_type AS "taxType", c.address, c.state_id AS "stateId", c.gross_income AS "grossIncome",
  c.account_email AS "accountEmail", c.activity_code AS "activityCode", c.cbu_legend AS "cbuLegend",
  c.consumer_complaints AS "consumerComplaints", c.accent_color AS "accentColor", c.footer_text AS "footerText",
  c.withheld_a AS "withheldA", c.monotributo_category AS "monotributoCategory", c.vat_rounding AS "vatRounding", c.homologation_mail AS "homologationMail", c.invitations,
  c.certificate_mode AS "certificateMode", c.fce, c.legends, c.mail, c.sircip, c.activity_start::text AS "activityStart", c.created_at AS "createdAt"`;

const toCompany = ({ createdAt, ...company }: CompanyRow): Company => ({
  ...company,
  created: createdAt.toISOString(),
});

const toColumns = (company: Partial<NewCompany>): GivenColumns => ({
  code: company.code,
  cuit: company.cuit,
  name: company.name,
  tax_type: company.taxType,
  address: company.address,
  state_id: company.stateId,
  gross_income: company.grossIncome,
  activity_start: company.activityStart === undefined ? undefined : Prisma.sql`${company.activityStart}::date`,
  account_email: company.accountEmail,
  vat_rounding: company.vatRounding,
  homologation_mail: company.homologationMail,
  invitations: company.invitations,
  fce: toJsonb(company.fce),
  activity_code: company.activityCode,
  certificate_mode: company.certificateMode,
  cbu_legend: company.cbuLegend,
  consumer_complaints: company.consumerComplaints,
  accent_color: company.accentColor,
  footer_text: company.footerText,
  withheld_a: company.withheldA,
  monotributo_category: company.monotributoCategory,
  legends: toJsonb(company.legends),
  mail: toJsonb(company.mail),
  sircip: toJsonb(company.sircip),
});

/** Undefined when the code is taken. */
export async function createCompany(tx: Transaction, company: NewCompany): Promise<Company | undefined> {
  const [row] = await tx.$queryRaw<CompanyRow[]>`
    INSERT INTO company AS c ${toInsert(toColumns(company))} ON CONFLICT DO NOTHING RETURNING ${columns}`;
  return row && toCompany(row);
}

export async function findCompany(tx: Transaction, code: string): Promise<Company | undefined> {
  const [row] = await tx.$queryRaw<CompanyRow[]>`SELECT ${columns} FROM company c WHERE c.code = ${code}`;
  return row && toCompany(row);
}

export async function getCompany(tx: Transaction, id: number): Promise<Company> {
  const [row] = await tx.$queryRaw<CompanyRow[]>`SELECT ${columns} FROM company c WHERE c.id = ${id}`;
  if (!row) throw new Error(`there is no company ${id}`);
  return toCompany(row);
}

/** The ids of all companies. */
export async function listCompanyIds(tx: Transaction): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`SELECT id FROM company ORDER BY id`;
  return rows.map(({ id }) => id);
}

export async function listCompanies(db: Database): Promise<Company[]> {
  const rows = await db.$queryRaw<CompanyRow[]>`SELECT ${columns} FROM company c ORDER BY c.code`;
  return rows.map(toCompany);
}

export async function updateCompany(tx: Transaction, id: number, changes: CompanyChanges): Promise<Company> {
  const where = Prisma.sql`c.id = ${id}`;
  const changed = changeRows(Prisma.sql`company c`, toColumns(changes), { where, returning: columns });
  const [row] = await tx.$queryRaw<[CompanyRow]>(changed);
  return toCompany(row);
}
