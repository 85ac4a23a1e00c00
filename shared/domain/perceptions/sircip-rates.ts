/** Rates of SIRCIP in percent, each set from its day on. */
interface SircipRates {
  /** `YYYYMMDD`. */
  from: string;
  /** By the letter of the padrón. */
  letters: Readonly<Record<string, string>>;
  /** For who is not registered in the province, on a line of its own. */
  surcharge: string;
  /** For who is not in the padrón. */
  notRegistered: string;
  source: string;
}

/** Sets from the oldest on. Source: issuer/authority/README.md, section 19.2. */
const sets: readonly [SircipRates, ...SircipRates[]] = [
  {
    from: "20261201",
    letters: {
      A: "0",
      B: "0.01",
      C: "0.05",
      D: "0.1",
      E: "0.2",
      F: "0.3",
      G: "0.4",
      H: "0.5",
      I: "0.6",
      J: "0.7",
      K: "0.8",
      L: "1",
      M: "1.2",
      N: "1.4",
      O: "1.5",
      P: "1.6",
      Q: "1.8",
      R: "2",
      S: "2.5",
      T: "3",
      U: "3.5",
      V: "4",
      W: "4.5",
      X: "5",
    },
    surcharge: "1",
    notRegistered: "2",
    source: "RG (CA) 9/2025, Annex I",
  },
];

/** Rates in force on a fiscal day. A day before the first set has that one: an agent may begin early in a trial. */
export const ratesOn = (day: string): SircipRates => sets.findLast(({ from }) => from <= day) ?? sets[0];

/** Letters that a padrón may have. */
export const isSircipLetter = (letter: string): boolean => sets.some(({ letters }) => Object.hasOwn(letters, letter));
