import type { ReportStore } from "../../../issuer/contingency/report-deps.js";
import type { IssuanceStore } from "../../../issuer/issuing/deps.js";
import type { Query } from "./connection.js";
import type { Database } from "./database.js";
import type { Drain, Ledger } from "./ledger.js";
import { createClaiming } from "./store/claiming.js";
import { createReportStatements } from "./store/reporting.js";
import { createSequenceStatements } from "./store/sequences.js";
import { createSettlingStatements } from "./store/settling.js";
import { openTables, type StoreContext } from "./store/tables.js";
import { createWriteAheadStatements } from "./store/write-ahead.js";
import type { World } from "./world.js";

export { untold } from "./store/write-ahead.js";

/** A model of the statements of reports, in the same way. */
export function createReportStore(
  world: World,
  database: Database,
  ledger: Ledger,
  drain: Drain,
  query: Query,
): ReportStore {
  const context: StoreContext = { world, database, ledger, drain, query };
  const tables = openTables(context);
  const { acquireSequence } = createSequenceStatements(context, tables).statements;
  return { acquireSequence, ...createReportStatements(context, tables) };
}

/** A model of the issuer's store, with the conditions of shared/db/issuing/: one statement commits at one instant. */
export function createStore(
  world: World,
  database: Database,
  ledger: Ledger,
  drain: Drain,
  query: Query,
): IssuanceStore {
  const context: StoreContext = { world, database, ledger, drain, query };
  const tables = openTables(context);
  const { statements, leftovers } = createSequenceStatements(context, tables);
  return {
    ...statements,
    ...createWriteAheadStatements(context, tables, leftovers),
    ...createSettlingStatements(context, tables),
  };
}

/** A model of what an operator's adoption of another number reads and commits, in the same way. */
export const createClaims = (...context: Parameters<typeof createStore>) => {
  const [world, database, ledger, drain, query] = context;
  const one: StoreContext = { world, database, ledger, drain, query };
  return createClaiming(one, openTables(one));
};
