import type { Caller } from "../shared/db/company/api-keys.js";
import type { Database } from "../shared/db/database.js";
import type { SequenceKey } from "../shared/domain/sequence.js";
import type { Log } from "../shared/log.js";
import type { Seal } from "../shared/seal.js";
import type { Storage } from "../shared/storage/storage.js";
import type { Callers } from "./callers.js";
import type { ApiConfig } from "./config.js";
import type { EligibilityCache } from "./issuing/eligibility-cache.js";
import type { Settlements } from "./issuing/settlements.js";
import type { AskAuthority } from "./taxauth/ask-authority.js";

/** What the routes need, opened once in main.ts. */
export interface ApiDeps {
  db: Database;
  /** The same for what costs no more than a page of a listing. */
  pages: Database;
  callers: Callers;
  eligibility: EligibilityCache;
  config: ApiConfig;
  log: Log;
  storage: Storage;
  /** Seals the companies' private keys. */
  seal: Seal;
  settlements: Settlements;
  /** Adds the issuance's job; rejects within a second when Redis is away. */
  enqueue(sequence: SequenceKey, issuance: { id: number; revision: number }, requestId: string): Promise<void>;
  /** Asks the renderer for a PDF with these copies. */
  requestPdf(voucherId: number, versions: number[], requestId: string): Promise<void>;
  /** Has a PDF with these copies printed again; rejects within a second when Redis is away. */
  printAnew(voucherId: number, versions: number[], requestId: string): Promise<void>;
  /** Has a recipient mailed at once; a job that is lost is made up for by the mailer's sweep. */
  requestMail(recipientId: number, requestId: string): Promise<void>;
  /** Asks the tax authority what issues nothing; known answers are given again for a while. */
  askAuthority: AskAuthority;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** What middleware leaves for the routes. */
export interface ApiEnv {
  Variables: { requestId: string; caller: Caller };
}
