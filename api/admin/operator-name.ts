import { userInfo } from "node:os";
import { InvalidArgumentError } from "commander";
import { cleanOperatorName, longestOperatorName } from "../../shared/domain/operator-name.js";

/** The value of `--as`. */
export function operatorName(text: string): string {
  const name = cleanOperatorName(text);
  if (name === undefined) throw new InvalidArgumentError(`It must have 1 to ${longestOperatorName} characters.`);
  return name;
}

/** The login name of this process's user. In a container the user may have none: then it is the user's number. */
export function loginName(): string {
  try {
    return cleanOperatorName(userInfo().username) ?? userNumber();
  } catch {
    return userNumber();
  }
}

const userNumber = () => `user ${process.getuid?.() ?? "unknown"}`;
