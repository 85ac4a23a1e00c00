import type { Context } from "hono";
import type { Caller } from "../../shared/db/company/caller.js";
import type { Probe } from "../../shared/db/pool/probe.js";
import type { Turns } from "../../shared/db/pool/turns.js";
import type { PdfForm } from "../../shared/domain/pdf-form.js";
import type { SequenceKey } from "../../shared/domain/sequence.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { Rewriter } from "../../shared/images/rewriter.js";
import type { Log } from "../../shared/logging/log.js";
import type { Sealer } from "../../shared/sealing/sealer.js";
import type { Storage } from "../../shared/storage/storage.js";
import type { Callers } from "../authentication/callers.js";
import type { ApiConfig } from "../config.js";
import type { ApiError } from "./errors.js";
import type { Handling } from "./handling.js";
import type { EligibilityCache } from "../issuing/eligibility-cache.js";
import type { PreviewHashes } from "../issuing/preview-hash.js";
import type { Settlements } from "../issuing/settlements.js";
import type { OwnKeys } from "../authentication/own-keys.js";
import type { Payments } from "../payments/payments.js";
import type { Pools } from "../databases/pools.js";
import type { Read } from "../databases/replica.js";
import type { AskAuthority } from "../taxauth/ask-authority.js";

interface CommonDeps {
  config: ApiConfig;
  log: Log;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** What issuing needs. */
export interface IssuingDeps extends CommonDeps, Pick<Pools, "issuing" | "reading"> {
  eligibility: EligibilityCache;
  /** Whether the database would take a change now. Asked for a sale alone whose turn did not come. */
  probe: Probe;
  settlements: Settlements;
  /** Asks the tax authority a question that issues nothing; answers are cached for a while. */
  askAuthority: AskAuthority;
  /** Adds the issuance's job; rejects within a second when Redis is away. */
  enqueue(sequence: SequenceKey, issuance: { id: number; revision: number }, requestId: string): Promise<void>;
  /** Wakes a sequence whose line changed. Never rejects: the issuer's sweep wakes it too. */
  wakeSequence(sequence: SequenceKey, requestId: string): Promise<void>;
}

/** What reading needs: listings, reports, and what the tax authority tells. */
export interface ReadingDeps extends CommonDeps, Pick<Pools, "pages" | "reading" | "reports"> {
  /** For listings, reports and the overview. */
  read: Read;
  askAuthority: AskAuthority;
}

/** What it needs to hand out PDFs and to send mails. */
export interface DeliveringDeps extends CommonDeps, Pick<Pools, "pages"> {
  storage: Storage;
  /** Asks the renderer for a PDF; rejects within a second when Redis is away. */
  requestPdf(voucherId: number, form: PdfForm, requestId: string, tenant: Tenant): Promise<void>;
  /** Runs a download's wait for its print in the company's turn. */
  awaitPrintInTurn: Turns;
  /** Asks the renderer to print a PDF again; rejects within a second when Redis is away. */
  printAnew(voucherId: number, form: PdfForm, attempt: string, requestId: string, tenant: Tenant): Promise<void>;
  /** Asks the mailer to mail a recipient at once. Never rejects: the mailer's sweep replaces a lost job. */
  requestMail(recipientId: number, requestId: string, tenant: Tenant): Promise<void>;
}

/** Everything the routes need; main.ts opens it once. */
export interface ApiDeps extends Pools, IssuingDeps, ReadingDeps, DeliveringDeps {
  /** Decodes a stranger's picture beside the process's own work. */
  rewriteImage: Rewriter;
  callers: Callers;
  /** Seals the companies' private keys. Nothing here opens them. */
  sealer: Sealer;
  previews: PreviewHashes;
  /** The keys of our own MACs. */
  ownKeys: OwnKeys;
  /** How subscriptions are paid. Undefined where they are not paid in the application. */
  payments?: Payments | undefined;
}

/** The variables that middleware sets for the routes. */
export interface ApiEnv {
  Variables: {
    requestId: string;
    caller: Caller;
    handling: Handling;
    /** Counts the request for as many more: it is larger than others. Made by `limitRates`. */
    countMore?: (c: Context<ApiEnv>, requests: number) => Promise<void>;
    /** Of a page of the web application: who is signed in, also where no company is concerned. */
    userEmail?: string | undefined;
    /** Of an agent's message: the 429 that it ends with, kept until it is known what it asks for. */
    refusal?: ApiError;
  };
}
