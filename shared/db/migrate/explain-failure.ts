import pg from "pg";
import { troubleOf } from "../pool/database-trouble.js";
import { NotOwnerError } from "./alone.js";
import { MigrationError } from "./migrate.js";

/**
 * Explains what the operator can mend, in one line. Undefined for every other error, which is a fault of ours: then the place in the code
 * is what is needed.
 */
export function explainFailure(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ([MigrationError, NotOwnerError].some((known) => error instanceof known)) return error.message;
  if (isOfSystem(error))
    return `PostgreSQL cannot be reached: ${reasonsOf(error)}. Look at DATABASE_URL, and whether PostgreSQL runs.`;
  if (!isOfServer(error)) return undefined;
  return `PostgreSQL refuses what DATABASE_URL asks for: ${error.message}. Look at its user, password and database.`;
}

/** A connection that could not be made, or broke. */
const isOfSystem = (error: Error) =>
  "syscall" in error || error instanceof AggregateError || /^Connection terminated/.test(error.message);

/** `localhost` has several addresses, and each of them a reason. */
const reasonsOf = (error: Error) =>
  error instanceof AggregateError ? error.errors.map((one: Error) => one.message).join("; ") : error.message;

/** No such database is a state of its own. Source: PostgreSQL's manual, appendix A. */
const isOfServer = (error: Error) =>
  troubleOf(error) !== undefined || (error instanceof pg.DatabaseError && error.code === "3D000");
