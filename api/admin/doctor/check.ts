import { isOfConstraint } from "./constraint.js";

/** The result of one check; `fix` says what to do when it failed. */
export interface CheckResult {
  name: string;
  ok: boolean;
  detail: string;
  fix?: string;
}

export const passed = (name: string, detail: string): CheckResult => ({ name, ok: true, detail });

export const failed = (name: string, detail: string, fix: string): CheckResult => ({ name, ok: false, detail, fix });

const atOnce =
  "Nothing was changed: what was to be written does not go with what is there, which somebody else may have written at the same time. Look, and run the command again.";

/** The error's reason in one line. Libraries put it on the last line, or between back-quotes. */
export function reasonOf(error: unknown): string {
  if (isOfConstraint(error)) return atOnce;
  const causes = error instanceof AggregateError ? error.errors : [error];
  const message = causes.map((cause) => (cause instanceof Error ? cause.message : String(cause))).join("; ");
  const last = message.trim().split("\n").at(-1)?.trim() || String(error);
  return /Message: `(.*)`$/.exec(last)?.[1] ?? last;
}
