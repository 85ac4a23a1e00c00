import { isLonger } from "./text-length.js";

/** The most characters of an operator's name. */
export const longestOperatorName = 64;

/**
 * A name as it goes into the audit log: one line, without characters that are not seen. Undefined when nothing is left, or it is too
 * long.
 */
export function cleanOperatorName(text: string): string | undefined {
  const name = text
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029\s]+/gu, " ")
    .trim()
    .normalize();
  return name === "" || isLonger(name, longestOperatorName) ? undefined : name;
}
