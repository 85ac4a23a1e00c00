import type { ProposedClaim } from "../operations/reconcile/propose-claims.js";
import type { BoundClaim } from "./bind-claims.js";
import { drawRows } from "./table.js";

const toRow = (company: string, claim: ProposedClaim) => ({
  company,
  issuance: claim.issuanceId,
  key: claim.key,
  state: claim.state,
  sent: claim.sentAt,
  voucher: `${claim.numberPos ?? claim.pos}-${claim.type}-${claim.number}`,
  date: claim.voucherDate,
  processed: claim.processedAt,
  receiver: claim.receiver,
  total: `${claim.totalAmount} ${claim.currency}`,
  cae: claim.cae,
});

export interface OfCompany<Claim> {
  company: string;
  claims: Claim[];
}

/** One table: which key each voucher would get, and which of the pairs a person should look at. */
export function describeProposal(all: OfCompany<ProposedClaim>[]): string {
  const claims = all.flatMap((one) => one.claims.map((claim) => ({ company: one.company, claim })));
  const rows = claims.map(({ company, claim }) => toRow(company, claim));
  const table = drawRows(rows, "");
  const unnamed = claims.filter(({ claim }) => claim.receiver === null).length;
  return unnamed === 0 ? table : `${table}\n\n${adviceFor(unnamed)}`;
}

const adviceFor = (unnamed: number) =>
  `Of ${unnamed} the receiver is not identified. A new sale with the same total on the same day looks like an old one that was sent again.
Compare when the sale was sent with when the voucher was processed, and ask the client if they lie far apart.`;

/** What became of the proposal, and what a person has to tell apart. */
export function describeClaims(all: (OfCompany<BoundClaim> & { ambiguous: ProposedClaim[] })[]): string {
  const claims = all.flatMap((one) => one.claims.map((claim) => ({ company: one.company, claim })));
  const open = claims.filter(({ claim }) => !claim.bound);
  const bound = claims.length - open.length;
  const ambiguous = all.flatMap((one) => one.ambiguous.map((claim) => toRow(one.company, claim)));
  return [
    ...(bound > 0 ? [`Vouchers that have their key now: ${bound}.`] : []),
    ...(open.length > 0
      ? [
          `Vouchers that are probably a key's, and are not bound: ${open.length}.\n${drawRows(
            open.map(({ company, claim }) => ({ ...toRow(company, claim), "why not": claim.why })),
            "",
          )}`,
        ]
      : []),
    ...(ambiguous.length > 0
      ? [
          `These cannot be told apart by what they declare: see issuance show, and bind each with issuance resolve --adopt --number.\n${drawRows(ambiguous, "")}`,
        ]
      : []),
  ].join("\n\n");
}
