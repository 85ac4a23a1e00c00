import { addDays } from "./calendar.js";

/**
 * Rule of the law from a day on: codes, legends, amounts and duties. Whatever depends on such a day reads it here, so that nothing is
 * deployed on the day, and an operator can move it. Days are `YYYY-MM-DD`, in Argentina.
 * Source: issuer/authority/README.md, section 16.
 */
interface DatedRule {
  /** From this day on, this day included. Null: since ever. */
  from: string | null;
  /** Rule in force before it, and again if it is put off. */
  replaces?: RuleName;
  what: string;
  source: string;
  /** When somebody last compared it with the source. */
  checkedOn: string;
}

export type RuleName =
  | "identification-417288"
  | "identification-10000000"
  | "fce-acceptance-21-days"
  | "fce-acceptance-15-days"
  | "withheld-a"
  | "codes-of-v4.7"
  | "social-issuers"
  | "not-reached-issuers"
  | "receiver-condition"
  | "caba-legend";

export const datedRules: Readonly<Record<RuleName, DatedRule>> = {
  "identification-417288": {
    from: null,
    what: "vouchers B and C from 417,288 pesos on name their receiver",
    source: "RG 4444/2019 as last updated before RG 5700/2025",
    checkedOn: "2026-10-01",
  },
  "identification-10000000": {
    from: "2025-05-29",
    replaces: "identification-417288",
    what: "vouchers B and C from 10,000,000 pesos on name their receiver",
    source: "RG 5700/2025, RG 5866/2026",
    checkedOn: "2026-10-01",
  },
  "fce-acceptance-21-days": {
    from: "2025-11-01",
    what: "a credit invoice counts as accepted after 21 days",
    source: "Res. SPyMEyEC 219/2025",
    checkedOn: "2026-11-25",
  },
  "fce-acceptance-15-days": {
    from: "2026-11-01",
    replaces: "fce-acceptance-21-days",
    what: "a credit invoice counts as accepted after 15 days again",
    source: "Ley 27.440, article 5",
    checkedOn: "2026-11-25",
  },
  "withheld-a": {
    from: "2025-12-01",
    what: "types 51, 52 and 53 are letter A, OPERACIÓN SUJETA A RETENCIÓN; before, they were letter M",
    source: "RG 5762/2025, articles 10, 11, 28 and 31",
    checkedOn: "2026-11-25",
  },
  "codes-of-v4.7": {
    from: "2026-09-01",
    what: "the authority knows document type 31 (10270 to 10272) and compares a CUIT with its type (10284)",
    source: "WSFEv1 manual 4.7",
    checkedOn: "2026-11-25",
  },
  "social-issuers": {
    from: "2026-11-01",
    what: "monotributo social (13) and trabajador independiente promovido (16) issue electronic vouchers",
    source: "RG 5893/2026",
    checkedOn: "2026-11-25",
  },
  "receiver-condition": {
    from: "2026-12-01",
    what: "production refuses a voucher without the receiver's VAT condition (10246, 826); before, it remarked (10245, 825)",
    source: "WSFEv1 manual 4.8, RG 5616/2024",
    checkedOn: "2026-11-25",
  },
  "caba-legend": {
    from: "2027-01-01",
    what: "vouchers to final consumers in the city of Buenos Aires tell the rate of its gross income tax",
    source: "Decreto 107/2026, Res. 169/AGIP/2026, 312/AGIP/2026 and 339/AGIP/2026",
    checkedOn: "2026-11-25",
  },
  "not-reached-issuers": {
    from: "2027-03-01",
    what: "issuers that VAT does not reach (15) issue electronic vouchers",
    source: "RG 5893/2026",
    checkedOn: "2026-11-25",
  },
};

/** The days that an operator gave in place of those above. Null: the rule never begins. */
export type RuleMoves = Readonly<Partial<Record<string, string | null>>>;

export const isRuleName = (name: string): name is RuleName => Object.hasOwn(datedRules, name);
export const ruleNames = Object.keys(datedRules) as RuleName[];

/** The first day of a rule: null when it holds since ever, undefined when it never begins. */
export function ruleStart(name: RuleName, moves: RuleMoves = {}): string | null | undefined {
  const moved = moves[name];
  if (moved === undefined) return datedRules[name].from;
  return moved ?? undefined;
}

/** Whether a rule holds on a day. The fiscal form `YYYYMMDD` is taken, too. */
export function isInForce(name: RuleName, day: string, moves: RuleMoves = {}): boolean {
  const successor = ruleNames.find((one) => datedRules[one].replaces === name);
  if (successor !== undefined && isInForce(successor, day, moves)) return false;
  const start = ruleStart(name, moves);
  return start !== undefined && (start === null || day.replaceAll("-", "") >= start.replaceAll("-", ""));
}

/** The last day of a rule that another one replaces. Null: it ends on no known day. */
export function ruleEnd(name: RuleName, moves: RuleMoves = {}): string | null {
  const successor = ruleNames.find((one) => datedRules[one].replaces === name);
  const start = successor && ruleStart(successor, moves);
  return start ? addDays(start, -1) : null;
}
