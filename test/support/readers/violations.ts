import type { LedgerView } from "../../authority/ledger-view.js";
import type { Exchange } from "./exchange.js";
import { groupBy } from "./group-by.js";
import type { IssuanceRow, Ledgers, VoucherRow } from "./three-ledgers.js";

/** A broken invariant of issuer/README.md, section 9, and where it is broken. */
export interface Violation {
  invariant: string;
  text: string;
}

/**
 * Compares the three ledgers. Call it only when nothing is under way.
 * @param mayWait what waits for a person breaks nothing, and neither does a report that a person gave up
 */
export function findViolations(ledgers: Ledgers, { mayWait = false } = {}): Violation[] {
  const decided = mayWait ? withoutWaiting(ledgers) : ledgers;
  return [
    ...sameVouchers(decided),
    ...onePerKey(ledgers),
    ...numbersWithoutGaps(ledgers.granted),
    ...trueAnswers(ledgers),
    ...contentAsAsked(ledgers),
    ...quotaAsUsed(ledgers),
    ...oneOriginal(ledgers),
    ...everythingSettled(decided),
  ];
}

/**
 * Without what a person has not decided: the voucher under a number in doubt, the issuances behind it, and the vouchers under CAEA that
 * stand behind a refused report or were given up.
 */
function withoutWaiting(ledgers: Ledgers): Ledgers {
  const { issuances, vouchers, granted } = ledgers;
  const cuits = new Map(vouchers.map(({ company, cuit }) => [company, cuit]));
  const placeOf = (row: IssuanceRow) => sequenceOf({ ...row, cuit: cuits.get(row.company) ?? row.company });
  const inDoubt = issuances.filter(({ why }) => why !== null);
  const numbers = new Set(inDoubt.map((row) => `${placeOf(row)}-${row.number}`));
  const standing = new Set(inDoubt.map(placeOf));
  const refusedFrom = new Map<string, number>();
  for (const row of vouchers.filter(({ report }) => report === "rejected")) {
    const before = refusedFrom.get(sequenceOf(row)) ?? row.number;
    refusedFrom.set(sequenceOf(row), Math.min(before, row.number));
  }
  const isUnreported = (row: VoucherRow) =>
    row.report === "givenUp" ||
    (row.report !== null &&
      row.report !== "reported" &&
      row.number >= (refusedFrom.get(sequenceOf(row)) ?? Number.POSITIVE_INFINITY));
  return {
    ...ledgers,
    issuances: issuances.filter((row) => !standing.has(placeOf(row))),
    vouchers: vouchers.filter((row) => !isUnreported(row)),
    granted: granted.filter((row) => !numbers.has(`${sequenceOf(row)}-${row.number}`)),
  };
}

const sequenceOf = (row: { cuit: string; production?: boolean; env?: string; pos: number; type: number }) =>
  `${row.cuit}/${row.env ?? (row.production ? "production" : "homologation")}/${row.pos}-${row.type}`;

const describeVoucher = (row: VoucherRow | LedgerView) =>
  `${sequenceOf(row)}-${row.number} cae ${row.cae} total ${row.total} doc ${row.docNumber} date ${row.date}`;

/** I1, I2, I11: our vouchers are exactly those that the authority granted us. */
function sameVouchers({ vouchers, granted }: Ledgers): Violation[] {
  const ours = new Set(vouchers.map(describeVoucher));
  const theirs = new Set(granted.filter(({ foreign }) => !foreign).map(describeVoucher));
  return [
    ...[...theirs].filter((one) => !ours.has(one)).map((one) => violation("I1 I2", `granted and not ours: ${one}`)),
    ...[...ours].filter((one) => !theirs.has(one)).map((one) => violation("I2", `ours and not granted: ${one}`)),
  ];
}

/** I1, I17. */
const onePerKey = ({ vouchers }: Ledgers): Violation[] =>
  repeated(vouchers.map(keyOf)).map((key) => violation("I1", `two vouchers of the key ${key}`));

/** I3: each sequence counts 1, 2, 3 … including foreign vouchers, and its dates never go back. */
function numbersWithoutGaps(granted: LedgerView[]): Violation[] {
  const sequences = groupBy(granted, sequenceOf);
  return [...sequences].flatMap(([name, rows]) => {
    const sorted = rows.toSorted((one, other) => one.number - other.number);
    const gap = sorted.find((row, index) => row.number !== (sorted[index - 1]?.numberTo ?? 0) + 1);
    const back = sorted.find((row, index) => index > 0 && row.date < (sorted[index - 1]?.date ?? ""));
    return [
      ...(gap ? [violation("I3", `${name}: ${gap.number} follows a gap or is there twice`)] : []),
      ...(back ? [violation("I3", `${name}: the date of ${back.number} goes back`)] : []),
    ];
  });
}

const keyOf = (row: { company: string; production: boolean; idempotency: string }) =>
  `${row.company}/${row.production ? "production" : "homologation"}/${row.idempotency}`;

/** These statuses say that the key has no voucher and will get none unless it is sent again. */
const saysNoVoucher = new Set([400, 402, 422, 429, 502]);

/** I6, I14: every answer is true. A reported voucher exists as reported; after a refusal there is none. */
function trueAnswers({ told, vouchers }: Ledgers): Violation[] {
  const byKey = new Map(vouchers.map((row) => [keyOf(row), row]));
  const exchanges = groupBy(told, keyOf);
  return [...exchanges].flatMap(([key, all]) => {
    const voucher = byKey.get(key);
    const first = all.filter(({ answer }) => answer?.status === 201).length;
    return [
      ...all.flatMap((one) => falseAnswer(one, all, voucher).map((text) => violation("I6", `${key}: ${text}`))),
      ...(first > 1 ? [violation("I1 I6", `${key}: answered 201 ${first} times`)] : []),
    ];
  });
}

function falseAnswer(exchange: Exchange, all: Exchange[], voucher: VoucherRow | undefined): string[] {
  const { answer } = exchange;
  if (!answer) return [];
  const { status, result } = answer;
  if (status === 200 || status === 201) {
    if (!voucher) return [`answered ${status} and there is no voucher`];
    const isSame =
      result?.id === voucher.id &&
      result.voucherNumber === voucher.number &&
      result.cae === voucher.cae &&
      result.totalAmount === Number(voucher.total);
    return isSame ? [] : [`answered ${JSON.stringify(result)}, and the voucher is ${describeVoucher(voucher)}`];
  }
  if (!voucher || !saysNoVoucher.has(status)) return [];
  // Another request of the key may have been under way then, or have come later: the voucher can be its.
  return all.some((other) => other !== exchange && mayActAfter(other, answer.atMs))
    ? []
    : [`answered ${status} ${answer.code ?? ""}, and there is voucher ${describeVoucher(voucher)}`];
}

/** Whether this request could still act after that moment: it was under way then, or came later. */
function mayActAfter({ sentAtMs, answer, lost }: Exchange, atMs: number): boolean {
  if (sentAtMs > atMs) return true;
  return answer ? answer.atMs > atMs : !lost?.includes("ECONNREFUSED");
}

/** I7, I14: each voucher has the content that the company requested under this key in this environment. */
function contentAsAsked({ told, vouchers, granted }: Ledgers): Violation[] {
  const exchanges = groupBy(told, keyOf);
  const byNumber = new Map(granted.map((row) => [`${sequenceOf(row)}-${row.number}`, row]));
  return vouchers.flatMap((voucher) => {
    const asked = exchanges.get(keyOf(voucher)) ?? [];
    const theirs = byNumber.get(`${sequenceOf(voucher)}-${voucher.number}`);
    const amounts = theirs && [theirs.net, theirs.vat, theirs.exempt, theirs.notTaxable, theirs.tributes];
    const items = JSON.stringify(voucher.payload.items.map(({ description, price }) => [description, price]));
    const wasContended = asked.some(({ body }) => JSON.stringify(itemsOf(body)) === items);
    return [
      ...(wasContended ? [] : [violation("I7", `no request has the content of ${describeVoucher(voucher)}: ${items}`)]),
      ...(theirs?.foreign ? [violation("I7", `a foreign voucher was adopted: ${describeVoucher(voucher)}`)] : []),
      ...(amounts && amounts.join() !== voucher.amounts.join()
        ? [violation("I7 I12", `other amounts at the authority: ${describeVoucher(voucher)}`)]
        : []),
    ];
  });
}

const itemsOf = (body: Record<string, unknown>) =>
  ((body.items ?? []) as { description: string; price: number }[]).map(({ description, price }) => [
    description,
    price,
  ]);

/** I8: the used quota equals the issued vouchers, and nothing stays reserved. */
function quotaAsUsed({ vouchers, usage, issuances }: Ledgers): Violation[] {
  return usage.flatMap(({ company, used, reserved }) => {
    const issued = vouchers.filter((row) => row.company === company).length;
    const open = issuances.filter((row) => row.company === company && row.state === "submitted").length;
    return [
      ...(used === issued ? [] : [violation("I8", `${company}: ${used} used, ${issued} issued`)]),
      ...(reserved === open ? [] : [violation("I8", `${company}: ${reserved} reserved, ${open} open`)]),
    ];
  });
}

/** I9: a voucher that is said to have a PDF has one original, and no other voucher has one. */
const oneOriginal = ({ vouchers }: Ledgers): Violation[] =>
  vouchers
    .filter(({ hasPdf, pdfs }) => pdfs !== (hasPdf ? 1 : 0))
    .map((row) => violation("I9", `${row.pdfs} originals of ${describeVoucher(row)}`));

/** I10. */
const everythingSettled = ({ issuances }: Ledgers): Violation[] =>
  issuances
    .filter(({ state }) => state === "queued" || state === "submitted")
    .map((row) => violation("I10", `${keyOf(row)} is still ${row.state}${row.number ? ` as ${row.number}` : ""}`));

const violation = (invariant: string, text: string): Violation => ({ invariant, text });

const repeated = (values: string[]): string[] => [
  ...new Set(values.filter((value, index) => values.indexOf(value) !== index)),
];
