import type { ProposedClaim } from "../operations/reconcile/propose-claims.js";
import type { BoundClaim } from "./bind-claims.js";
import { drawTable } from "./table.js";

const headings = "company,issuance,key,state,sent,voucher,date,processed,receiver,total,CAE".split(",");

const toRow = (company: string, claim: ProposedClaim) => [
  company,
  claim.issuanceId,
  claim.key,
  claim.state,
  claim.sentAt,
  `${claim.numberPos ?? claim.pos}-${claim.type}-${claim.number}`,
  claim.voucherDate,
  claim.processedAt,
  claim.receiver,
  `${claim.totalAmount} ${claim.currency}`,
  claim.cae,
];

export interface OfCompany<Claim> {
  company: string;
  claims: Claim[];
}

/** One table: which key each voucher would get, and which of the pairs a person should look at. */
export function describeProposal(all: OfCompany<ProposedClaim>[]): string {
  const claims = all.flatMap((one) => one.claims.map((claim) => ({ company: one.company, claim })));
  const table = drawTable(
    headings,
    claims.map(({ company, claim }) => toRow(company, claim)),
    "",
  );
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
          `Vouchers that are probably a key's, and are not bound: ${open.length}.\n${drawTable(
            [...headings, "why not"],
            open.map(({ company, claim }) => [...toRow(company, claim), claim.why]),
            "",
          )}`,
        ]
      : []),
    ...(ambiguous.length > 0
      ? [
          `These cannot be told apart by what they declare: see issuance show, and bind each with issuance resolve --adopt --number.\n${drawTable(headings, ambiguous, "")}`,
        ]
      : []),
  ].join("\n\n");
}
