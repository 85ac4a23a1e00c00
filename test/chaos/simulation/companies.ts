import type { SequenceKey } from "../../../shared/domain/sequence.js";
import type { Random } from "../../support/samples/random.js";

/** A point of sale that callers name, and the one that stands in for it in a contingency. */
interface AskedPoint {
  posNumber: number;
  substitute: number | null;
}

export interface Company {
  id: number;
  points: readonly [AskedPoint, ...AskedPoint[]];
}

export type Companies = readonly [Company, ...Company[]];

/** One company with one point of sale, and one that stands in for it. */
export const oneCompany: Companies = [{ id: 1, points: [{ posNumber: 1, substitute: 11 }] }];

/** One company with two points of sale, and one that stands in for each. */
export const twoPoints: Companies = [
  {
    id: 1,
    points: [
      { posNumber: 1, substitute: 11 },
      { posNumber: 2, substitute: 12 },
    ],
  },
];

/** The same, with one that stands in for both. */
export const sharedSubstitute: Companies = [
  {
    id: 1,
    points: [
      { posNumber: 1, substitute: 11 },
      { posNumber: 2, substitute: 11 },
    ],
  },
];

/** Two companies with one point of sale each. Nothing stands in for the second's. */
export const twoCompanies: Companies = [...oneCompany, { id: 2, points: [{ posNumber: 1, substitute: null }] }];

/** Up to three companies with up to two points of sale each. The first company is always prepared for a contingency. */
export function chooseCompanies(random: Random): Companies {
  const others = Array.from({ length: random.pick([0, 0, 0, 1, 1, 2]) }, (_, at) =>
    chooseCompany(random, at + 2, ["each", "shared", "first", "none"]),
  );
  return [chooseCompany(random, 1, ["each", "shared", "first"]), ...others];
}

/** Each point has a substitute of its own, both have the same, only the first has one, or none has. */
type Substitutes = "each" | "shared" | "first" | "none";

function chooseCompany(random: Random, id: number, ways: [Substitutes, ...Substitutes[]]): Company {
  const way = random.pick(ways);
  const pointAt = (posNumber: 1 | 2): AskedPoint => {
    if (way === "none" || (way === "first" && posNumber > 1)) return { posNumber, substitute: null };
    return { posNumber, substitute: way === "shared" ? 11 : 10 + posNumber };
  };
  return { id, points: random.chance(0.4) ? [pointAt(1), pointAt(2)] : [pointAt(1)] };
}

export const keyOf = (companyId: number, posNumber: number, voucherType: number): SequenceKey => ({
  companyId,
  production: false,
  posNumber,
  voucherType,
});

/** All are in one environment. */
export const isSameSequence = (one: SequenceKey, other: SequenceKey): boolean =>
  one.companyId === other.companyId && one.posNumber === other.posNumber && one.voucherType === other.voucherType;

export const describeKey = ({ companyId, posNumber, voucherType }: SequenceKey): string =>
  `${companyId}-${posNumber}-${voucherType}`;

/** One of each sequence, in the order in which they come. */
export const distinctKeys = (keys: SequenceKey[]): SequenceKey[] => [
  ...new Map(keys.map((key) => [describeKey(key), key])).values(),
];

interface Setup {
  companies: Companies;
  voucherTypes: readonly number[];
}

/** The sequences that callers name. */
export const askedKeys = ({ companies, voucherTypes }: Setup): SequenceKey[] =>
  companies.flatMap(({ id, points }) =>
    points.flatMap(({ posNumber }) => voucherTypes.map((voucherType) => keyOf(id, posNumber, voucherType))),
  );

/** The sequences at the points of sale that stand in. */
export const standingKeys = ({ companies, voucherTypes }: Setup): SequenceKey[] =>
  distinctKeys(
    askedKeys({ companies, voucherTypes }).flatMap((key) => {
      const substitute = substituteOf({ companies }, key);
      return substitute === null ? [] : [{ ...key, posNumber: substitute }];
    }),
  );

/** The number of the point of sale that stands in for the sequence's. */
export const substituteOf = (
  { companies }: Pick<Setup, "companies">,
  { companyId, posNumber }: SequenceKey,
): number | null =>
  companies.find(({ id }) => id === companyId)?.points.find((one) => one.posNumber === posNumber)?.substitute ?? null;

export const isAsked = ({ companies }: Pick<Setup, "companies">, { companyId, posNumber }: SequenceKey): boolean =>
  companies.some(({ id, points }) => id === companyId && points.some((one) => one.posNumber === posNumber));

/** The sequence is of a point of sale that stands in for others. */
export const standsIn = ({ companies }: Pick<Setup, "companies">, { companyId, posNumber }: SequenceKey): boolean =>
  companies.some(({ id, points }) => id === companyId && points.some(({ substitute }) => substitute === posNumber));

/** Those for which a point of sale stands in: only theirs can be a contingency. */
export const preparedCompanies = ({ companies }: Pick<Setup, "companies">): Company[] =>
  companies.filter(({ points }) => points.some(({ substitute }) => substitute !== null));
