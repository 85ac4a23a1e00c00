import { InvalidArgumentError } from "commander";
import { isLonger } from "../../shared/domain/text-length.js";

const longestReason = 500;

/** Why an operator decided so, for the audit log. */
export function reason(text: string): string {
  const because = text.trim();
  if (because === "") throw new InvalidArgumentError("It must not be blank.");
  if (isLonger(because, longestReason)) throw new InvalidArgumentError(`It must be no longer than ${longestReason}.`);
  return because;
}
