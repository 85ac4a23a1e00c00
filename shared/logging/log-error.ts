/** Logged part of an error. A database tells more: the whole row that it refused, with passwords, keys and customers in it. */
interface LoggedError {
  type?: string;
  message?: string;
  stack?: string;
  code?: string | number;
  errno?: number;
  syscall?: string;
  /** Table of a statement that PostgreSQL refused. */
  table?: string;
  constraint?: string;
  cause?: unknown;
  errors?: unknown[];
}

const told = ["message", "stack", "code", "errno", "syscall", "table", "constraint"] as const;

const deepest = 5;
const maxErrors = 10;

/** Copies from a list of properties, and nothing that a library may add tomorrow. */
export function toLoggedError(error: unknown, depth = 0): unknown {
  if (typeof error !== "object" || error === null) return error;
  if (depth > deepest) return "and so on";
  const given = error as Record<string, unknown>;
  const logged: LoggedError = error instanceof Error ? { type: error.name } : {};
  for (const name of told) {
    const value = given[name];
    if (typeof value === "string" || typeof value === "number") Object.assign(logged, { [name]: value });
  }
  if (given["cause"] !== undefined) logged.cause = toLoggedError(given["cause"], depth + 1);
  if (Array.isArray(given["errors"]))
    logged.errors = given["errors"].slice(0, maxErrors).map((each) => toLoggedError(each, depth + 1));
  return logged;
}
