import type { AuthorityBooks } from "./authority.js";
import type { Batches } from "./batches.js";
import type { Database } from "./database.js";
import type { Ledger } from "./ledger.js";
import type { Requests } from "./requests.js";
import type { ContingencyStatements } from "./store/contingency.js";
import type { Witnesses } from "./witnesses.js";
import type { World } from "./world.js";

export interface Parts {
  world: World;
  database: Database;
  requests: Requests;
  batches: Batches;
  books: AuthorityBooks;
  ledger: Ledger;
  contingency: ContingencyStatements;
  witnesses: Witnesses;
  /** An announcement reached the api processes. */
  announced(issuanceId: number): void;
}
