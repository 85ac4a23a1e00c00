/** Why a password cannot be chosen. */
export type PasswordFault = "short" | "long" | "email" | "name" | "common";

export const leastPasswordLength = 10;
export const maxPasswordLength = 200;

/** Owner of a password, as far as somebody who wants to guess it knows them. */
export interface PasswordOwner {
  email: string;
  /** The person's, and those of their companies. */
  names: readonly string[];
}

/**
 * Finds the fault of a password that somebody wants to have. Its length is counted in characters, as people count them.
 * `isCommon` knows the words that are tried first, in lower case.
 */
export function passwordFault(
  password: string,
  owner: PasswordOwner,
  isCommon: (word: string) => boolean,
): PasswordFault | undefined {
  const typed = password.normalize("NFKC");
  const characters = [...typed];
  if (characters.length < leastPasswordLength) return "short";
  if (characters.length > maxPasswordLength) return "long";
  const plain = typed.toLowerCase().trim();
  if (new Set(characters).size === 1 || formsOf(plain).some(isCommon)) return "common";
  const folded = fold(plain);
  if (addressesOf(owner.email).some((part) => folded.includes(part))) return "email";
  const names = [...owner.names, service].map(fold).filter((name) => name.length >= leastNameLength);
  if (names.some((name) => folded.includes(name))) return "name";
  // A word of a name may stand in a long sentence, but counts for nothing there.
  const words = owner.names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).map(fold);
  const rest = words.filter((word) => word.length >= leastNameLength).reduce(without, folded);
  return rest !== folded && [...rest].length < leastPasswordLength ? "name" : undefined;
}

const service = "talonario";
const leastNameLength = 4;

/** As it is, and without what people put behind a word: `football2026!` is `football`, `12345678911` is `123456789`. */
function formsOf(plain: string): string[] {
  const word = plain.replace(/[\d\p{P}\p{S}\s]+$/u, "");
  const shorter = [1, 2, 3, 4]
    .map((n) => [plain.slice(0, -n), plain.slice(-n)] as const)
    .filter(([, end]) => /^[\d\p{P}\p{S}\s]+$/u.test(end))
    .map(([begin]) => begin);
  return [plain, word, ...shorter].filter(({ length }) => length >= 4);
}

/** The whole address, and what stands before the `@`. */
const addressesOf = (email: string): string[] =>
  [email, email.split("@")[0] ?? ""].map(fold).filter(({ length }) => length > leastNameLength);

/** Letters and digits alone, without accents: `Pérez & Cía.` is `perezcia`. */
const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const without = (text: string, word: string): string => text.replaceAll(word, "");
