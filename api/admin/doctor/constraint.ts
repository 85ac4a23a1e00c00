/** Class 23 of PostgreSQL's codes, and what Prisma makes of it. Source: PostgreSQL's manual, appendix A; Prisma's error reference. */
const ofConstraint = /^(23[0-9A-Z]{3}|P20(02|03|04|11|14))$/;

const deepest = 5;

/** Whether a constraint refused a statement: mostly because somebody else wrote at the same time. Its name says nothing to anybody. */
export function isOfConstraint(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > deepest) return false;
  const { code, originalCode, cause, meta } = error as Record<string, unknown>;
  if ([code, originalCode].some((known) => typeof known === "string" && ofConstraint.test(known))) return true;
  const within = Object(meta) as Record<string, unknown>;
  return [cause, within, within["driverAdapterError"]].some((each) => isOfConstraint(each, depth + 1));
}
