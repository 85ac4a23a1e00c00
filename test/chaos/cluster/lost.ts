import type { LedgerView } from "../../authority/ledger-view.js";
import type { Exchange } from "../../support/readers/exchange.js";
import { groupBy } from "../../support/readers/group-by.js";
import type { VoucherRow } from "../../support/readers/three-ledgers.js";
import type { Violation } from "../../support/readers/violations.js";
import type { LedOut } from "./operator.js";

/** What a failover without a synchronous standby lost, and what became of it. */
export interface Loss {
  fault: string;
  /** Since when commits may be missing, and when the clients began to send again. */
  sinceMs: number;
  atMs: number;
  /** Granted by the authority, and forgotten by the database. */
  vouchers: LedgerView[];
  /** Of these, how many their callers were told. */
  answered: number;
  /** How many `reconcile` named, and those of which nothing was to be seen. */
  told: number;
  silent: LedgerView[];
  /** Those that have their keys again, and those that are here without one. */
  bound: number;
  keyless: number;
  ledOut: LedOut;
  seconds: number;
}

type Numbered = { cuit: string; env: string; pos: number; type: number; number: number };

export const numberOf = (row: Numbered) => `${row.cuit}/${row.env}/${row.pos}-${row.type}-${row.number}`;

/** In a line. */
export const tellLoss = ({ vouchers, answered, told, bound, keyless, ledOut, seconds }: Loss): string =>
  `lost ${vouchers.length} vouchers (${answered} told to their callers): reconcile named ${told}, ${bound} have their keys again, ${keyless} are here without; ${ledOut.rounds} rounds, ${ledOut.bound} keys bound at once, ${ledOut.adopted} adopted and ${ledOut.renumbered} renumbered one by one; ${seconds} s${ledOut.problem === undefined ? "" : `; ${ledOut.problem}`}`;

/** What the loss itself shows: a voucher that nothing names, that stays without its key, or an operator who comes to no end. */
export const judgeLoss = ({ fault, vouchers, silent, bound, ledOut }: Loss): Violation[] => [
  ...silent.map((one) => ({ invariant: "I2", text: `lost, and reconcile does not tell: ${numberOf(one)}` })),
  ...(bound < vouchers.length
    ? [
        {
          invariant: "I2",
          text: `${fault}: ${vouchers.length - bound} of ${vouchers.length} lost vouchers have no key`,
        },
      ]
    : []),
  ...(ledOut.problem === undefined ? [] : [{ invariant: "I10", text: `${fault}: ${ledOut.problem}` }]),
];

/**
 * Without the answers that told of a voucher in a time of which commits were lost, where the voucher that is there again is the same one, but for
 * its id: that names nothing any more.
 */
export function withoutForgotten(
  told: Exchange[],
  losses: Loss[],
  vouchers: Pick<VoucherRow, "id" | "cae" | "number">[],
): Exchange[] {
  const byCae = new Map(vouchers.map((one) => [one.cae, one]));
  const isForgotten = ({ answer }: Exchange): boolean => {
    if (!answer?.result || !losses.some(({ sinceMs, atMs }) => answer.atMs >= sinceMs && answer.atMs < atMs))
      return false;
    const again = byCae.get(answer.result.cae);
    return again?.number === answer.result.voucherNumber && again.id !== answer.result.id;
  };
  return told.map((one) => {
    if (!isForgotten(one)) return one;
    const { answer: _, ...asked } = one;
    return { ...asked, lost: "its voucher was forgotten" };
  });
}

/** I1 in the authority's books: no key was granted twice. Each request has a total of its own, and each note credits another voucher. */
export function judgeDoubled(
  granted: LedgerView[],
  told: Exchange[],
  cuitOf: (company: string) => string,
): Violation[] {
  const keys = new Map<string, string>();
  for (const { company, production, idempotency, body } of told) {
    const [{ price = 0 } = {}] = (body.items ?? []) as { price: number }[];
    const env = production ? "production" : "homologation";
    keys.set(`${cuitOf(company)}/${env}/${price.toFixed(2)}`, `${company}/${env}/${idempotency}`);
  }
  const keyOf = ({ cuit, env, total, declared }: LedgerView): string => {
    const [credited] = declared.CbtesAsoc ?? [];
    if (credited)
      return `the credit note of ${numberOf({ cuit, env, pos: credited.PtoVta, type: credited.Tipo, number: credited.Nro })}`;
    return keys.get(`${cuit}/${env}/${total}`) ?? `${cuit}/${env}/${total}`;
  };
  return [
    ...groupBy(
      granted.filter(({ foreign }) => !foreign),
      keyOf,
    ),
  ]
    .filter(([, rows]) => rows.length > 1)
    .map(([key, rows]) => ({ invariant: "I1", text: `granted twice: ${key} as ${rows.map(numberOf).join(" and ")}` }));
}
