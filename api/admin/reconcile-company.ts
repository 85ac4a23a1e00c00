import { type LostIssuance, listLost } from "../../shared/db/adoption/lost-issuances.js";
import type { Company } from "../../shared/db/company/companies.js";
import { isUnverified } from "../../shared/db/issuing/sequences.js";
import { listKeyless } from "../../shared/db/reconcile/keyless-vouchers.js";
import { listSequences } from "../../shared/db/reconcile/reconciliation.js";
import type { RecordedVoucher } from "../../shared/domain/recorded-voucher.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import { environmentName } from "../../shared/domain/tenant.js";
import type { Operator } from "../operations/operator.js";
import type { AuthorityClient } from "../operations/reconcile/authority-client.js";
import { type Proposal, proposeClaims, toKeyless } from "../operations/reconcile/propose-claims.js";
import { type ReconcileOptions, reconcileSequence } from "../operations/reconcile/reconcile-sequence.js";
import { type SelectedSequence, selectSequences } from "../operations/reconcile/select-sequences.js";
import { type SequenceReport, withNumberAgain } from "../operations/reconcile/sequence-report.js";
import { progressBar } from "./progress-bar.js";

/** The exit code when something differs. Source: api/admin/README.md, "The operator's command line". */
export const differs = 3;

export interface ComparisonOptions {
  pos?: number | undefined;
  type?: number | undefined;
  import: boolean;
  /** Numberings that are not known here are left out. */
  isKnownOnly: boolean;
  /** The numbers to compare. Default: all. */
  rangeOf(key: SequenceKey): Promise<Pick<ReconcileOptions, "from" | "to">>;
}

/** A company compared with the authority. */
export interface CompanyReconciliation {
  company: Pick<Company, "code">;
  operator: Operator;
  sequences: SequenceReport[];
  /** Vouchers that were not imported, because an open issuance has their number. */
  held: { key: SelectedSequence; voucher: RecordedVoucher }[];
  /** Which keys vouchers without one belong to. Only with an import. */
  proposal: Proposal | null;
}

export const noProposal: Proposal = { claims: [], anonymous: [], ambiguous: [] };

/** So many sales without a voucher are looked at for a company. */
const maxLost = 10_000;

/** Compares the sequences of a company one by one. */
export async function reconcileCompany(
  operator: Operator,
  company: Company,
  line: AuthorityClient,
  { pos, type, rangeOf, ...comparing }: ComparisonOptions,
): Promise<CompanyReconciliation> {
  const sequences: SequenceReport[] = [];
  const held: CompanyReconciliation["held"] = [];
  const known = async () => (await listSequences(operator.db, operator)).map((key) => ({ ...key, isAsked: false }));
  const selecting = comparing.isKnownOnly ? known() : selectSequences(operator, company, { pos, type });
  for (const selected of await selecting) {
    const { isAsked, ...key } = selected;
    const bar = progressBar(`${company.code} ${environmentName(key.production)} ${key.posNumber}-${key.voucherType}`);
    const report = await reconcileSequence(operator, line, key, {
      ...(await rangeOf(key)),
      import: comparing.import,
      onlyIfUsed: !isAsked,
      progress: bar.show,
      onHeld: (voucher) => held.push({ key: selected, voucher }),
    }).finally(bar.clear);
    if (report) sequences.push(report);
  }
  return {
    ...{ company, operator, sequences, held },
    proposal: comparing.import ? await propose(operator, held, { pos, type }) : null,
  };
}

async function propose(
  operator: Operator,
  held: CompanyReconciliation["held"],
  { pos, type }: Pick<ComparisonOptions, "pos" | "type">,
): Promise<Proposal> {
  const isChosen = ({ posNumber, voucherType }: LostIssuance) =>
    (pos ?? posNumber) === posNumber && (type ?? voucherType) === voucherType;
  const lost = (await listLost(operator.db, operator, maxLost)).filter(isChosen);
  const dates = lost.map(({ body }) => body.voucherDate).sort();
  const [first] = dates;
  if (first === undefined) return noProposal;
  const imported = await listKeyless(operator.db, operator, first);
  const open = held.map(async ({ key, voucher }) => toKeyless(key, await isUnverified(operator.db, key), voucher));
  return proposeClaims(lost, [...imported, ...(await Promise.all(open))]);
}

/** Looks at the numbers that were held again, now that issuances have other vouchers: what is nobody's is imported. */
export async function lookAtHeld(
  operator: Operator,
  { sequences, held }: Pick<CompanyReconciliation, "sequences" | "held">,
  line: AuthorityClient,
): Promise<SequenceReport[]> {
  const reports = [...sequences];
  for (const { key, voucher } of held) {
    const { voucherNumber: number } = voucher;
    const at = reports.findIndex(({ pos, type }) => pos === key.posNumber && type === key.voucherType);
    const report = reports[at];
    const options = { from: number, to: number, import: true, onlyIfUsed: false, progress: () => undefined };
    const again = await reconcileSequence(operator, line, key, options);
    if (report && again) reports[at] = withNumberAgain(report, number, again);
  }
  return reports;
}
