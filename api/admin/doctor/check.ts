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

/** Class 23 of PostgreSQL's codes, and what Prisma makes of it. Source: PostgreSQL's manual, appendix A; Prisma's error reference. */
const ofConstraint = /^(23[0-9A-Z]{3}|P20(02|03|04|11|14))$/;

const deepest = 5;

/** Whether a constraint refused a statement: mostly because somebody else wrote at the same time. Its name says nothing to anybody. */
function isOfConstraint(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > deepest) return false;
  const { code, originalCode, cause, meta } = error as Record<string, unknown>;
  if ([code, originalCode].some((known) => typeof known === "string" && ofConstraint.test(known))) return true;
  const within = Object(meta) as Record<string, unknown>;
  return [cause, within, within["driverAdapterError"]].some((each) => isOfConstraint(each, depth + 1));
}
