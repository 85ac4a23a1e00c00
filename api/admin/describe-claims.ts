import type { ProposedClaim } from "../operations/reconcile/propose-claims.js";
import { adoptCommand } from "./adopt-command.js";
import type { BoundClaim } from "./bind-adoptions.js";
import type { KeylessCount } from "./count-keyless.js";
import { dayCell, drawRows } from "./table.js";

const toRow = (company: string, claim: ProposedClaim) => ({
  company,
  issuance: claim.issuanceId,
  key: claim.key,
  state: claim.state,
  sent: claim.sentAt,
  voucher: `${claim.numberPos ?? claim.pos}-${claim.type}-${claim.number}`,
  date: dayCell(claim.voucherDate),
  processed: claim.processedAt,
  receiver: claim.receiver,
  total: `${claim.totalAmount} ${claim.currency}`,
  cae: claim.cae,
});

export interface CompanyClaims<Claim> {
  company: string;
  claims: Claim[];
}

/** Claims of a company, bound or not, and its vouchers without a key, as they are told. */
export interface ToldClaims extends CompanyClaims<BoundClaim> {
  /** Pairs without a receiver. */
  anonymous: BoundClaim[];
  ambiguous: ProposedClaim[];
  keyless: KeylessCount;
}

/** One table: which key each voucher would get. */
export const describeProposal = (all: CompanyClaims<ProposedClaim>[]): string =>
  drawRows(
    all.flatMap(({ company, claims }) => claims.map((claim) => toRow(company, claim))),
    "",
  );

/** Advice beside pairs without a receiver, read before a person says yes to them. */
export const anonymousAdvice = `In these the receiver is not identified. A new sale with the same total on the same day looks like an old one that was sent again.
Compare when the sale was sent with when the voucher was processed, and ask the client if they lie far apart.`;

/** Describes the outcome of a proposal: pairs bound, those for a person to tell apart, vouchers that nobody has asked for again. */
export function describeClaims(all: ToldClaims[]): string {
  const [named, anonymous] = [rowsOf(all, "claims"), rowsOf(all, "anonymous")];
  const bound = [...named, ...anonymous].filter(({ claim }) => claim.bound).length;
  const [open, byHand] = [named, anonymous].map((rows) => rows.filter(({ claim }) => !claim.bound));
  const ambiguous = all.flatMap((one) => one.ambiguous.map((claim) => toRow(one.company, claim)));
  return [
    ...(bound > 0 ? [`Vouchers that have their key now: ${bound}.`] : []),
    ...(open && open.length > 0
      ? [`Vouchers that are probably a key's, and are not bound: ${open.length}.\n${drawOpen(open)}`]
      : []),
    ...(byHand && byHand.length > 0
      ? [
          `Pairs without a receiver: ${byHand.length}. ${anonymousAdvice}\n${drawOpen(byHand)}`,
          `Adopt each that is right. Of one that is not, close the key or leave it.\n${byHand.map(({ company, claim }) => adoptCommand(company, claim)).join("\n")}`,
        ]
      : []),
    ...(ambiguous.length > 0
      ? [
          `These cannot be told apart by what they declare: see issuance show, and bind each with issuance resolve --adopt --number.\n${drawRows(ambiguous, "")}`,
        ]
      : []),
    ...all.flatMap(({ company, keyless: { vouchers } }) =>
      vouchers === 0 ? [] : [`${company}: ${tellKeyless(vouchers)}`],
    ),
  ].join("\n\n");
}

const tellKeyless = (count: number) =>
  `${count} imported ${count === 1 ? "voucher has" : "vouchers have"} no key, and may be of sales that the database forgot. ` +
  "Such a sale gets a second voucher when it is sent again: ask the clients before they send, or give the vouchers their keys first.";

interface CompanyClaim {
  company: string;
  claim: BoundClaim;
}

const rowsOf = (all: ToldClaims[], kind: "claims" | "anonymous"): CompanyClaim[] =>
  all.flatMap((one) => one[kind].map((claim) => ({ company: one.company, claim })));

const drawOpen = (rows: CompanyClaim[]): string =>
  drawRows(
    rows.map(({ company, claim }) => ({ ...toRow(company, claim), "why not": claim.why })),
    "",
  );
