import type { VatRounding } from "../../domain/amounts.js";
import type { FcePayment } from "../../domain/fce.js";
import type { HomologationMail } from "../../domain/homologation-mail.js";
import type { InvitationRule } from "../../domain/invitations.js";
import type { Legend } from "../../domain/legends.js";
import type { Database, Transaction } from "../database.js";
import { Prisma } from "../generated/client.js";

/** A company. `activityStart` is `YYYY-MM-DD`. */
export interface Company {
  id: number;
  code: string;
  cuit: string;
  name: string;
  taxType: number;
  address: string | null;
  stateId: number | null;
  grossIncome: string | null;
  activityStart: string | null;
  accountEmail: string | null;
  vatRounding: VatRounding;
  homologationMail: HomologationMail;
  /** Whom its owners may invite. */
  invitations: InvitationRule;
  /** How its credit invoices (FCE MiPyME) are paid. Null: it issues none. */
  fce: FcePayment | null;
  /** Six digits. Of its vouchers, unless they or their point of sale say another. */
  activityCode: string | null;
  /** Whose certificate acts for it in both environments: its own, or the operator's. */
  certificateMode: CertificateMode;
  /** Whether its vouchers of letter A say `PAGO EN CBU INFORMADA`. */
  cbuLegend: boolean;
  /** Where consumers complain, at the foot of its vouchers. */
  consumerComplaints: string | null;
  /** `#RRGGBB`. Null: its vouchers are black and white. */
  accentColor: string | null;
  footerText: string | null;
  /** The authority put it into class A under withholding: it issues 51, 52 and 53. */
  withheldA: boolean;
  /** What its vouchers print beside what every one says. */
  legends: Legend[];
  created: string;
}

export const certificateModes = ["own", "delegated"] as const;
export type CertificateMode = (typeof certificateModes)[number];

/** The fields of a company that can be changed. */
export type CompanyChanges = Partial<Omit<Company, "id" | "code" | "cuit" | "created">>;

export type NewCompany = Pick<Company, "code" | "cuit" | "name" | "taxType"> & CompanyChanges;

interface CompanyRow
  extends Omit<
    Company,
    | "activityStart"
    | "vatRounding"
    | "homologationMail"
    | "invitations"
    | "fce"
    | "legends"
    | "certificateMode"
    | "created"
  > {
  activityStart: Date | null;
  vatRounding: string;
  homologationMail: string;
  invitations: string;
  certificateMode: string;
  fce: unknown;
  legends: unknown;
  createdAt: Date;
}

const toCompany = ({
  activityStart,
  createdAt,
  vatRounding,
  homologationMail,
  invitations,
  certificateMode,
  fce,
  legends,
  ...company
}: CompanyRow): Company => ({
  ...company,
  vatRounding: vatRounding as VatRounding,
  homologationMail: homologationMail as HomologationMail,
  invitations: invitations as InvitationRule,
  certificateMode: certificateMode as CertificateMode,
  fce: fce as FcePayment | null,
  legends: legends as Legend[],
  activityStart: activityStart?.toISOString().slice(0, 10) ?? null,
  created: createdAt.toISOString(),
});

const toRow = <T extends { activityStart?: string | null; fce?: FcePayment | null; legends?: Legend[] }>({
  activityStart,
  fce,
  legends,
  ...company
}: T) => ({
  ...company,
  ...(fce !== undefined && { fce: fce === null ? Prisma.DbNull : { ...fce } }),
  ...(legends !== undefined && { legends: legends.map((each) => ({ ...each })) }),
  ...(activityStart !== undefined && { activityStart: activityStart === null ? null : new Date(activityStart) }),
});

/** Undefined when the code is taken. */
export async function createCompany(tx: Transaction, company: NewCompany): Promise<Company | undefined> {
  const [row] = await tx.company.createManyAndReturn({ data: [toRow(company)], skipDuplicates: true });
  return row && toCompany(row);
}

export async function findCompany(tx: Transaction, code: string): Promise<Company | undefined> {
  const row = await tx.company.findUnique({ where: { code } });
  return row ? toCompany(row) : undefined;
}

export async function getCompany(tx: Transaction, id: number): Promise<Company> {
  return toCompany(await tx.company.findUniqueOrThrow({ where: { id } }));
}

export async function listCompanies(db: Database): Promise<Company[]> {
  return (await db.company.findMany({ orderBy: { code: "asc" } })).map(toCompany);
}

export async function updateCompany(tx: Transaction, id: number, changes: CompanyChanges): Promise<Company> {
  return toCompany(await tx.company.update({ where: { id }, data: toRow(changes) }));
}
