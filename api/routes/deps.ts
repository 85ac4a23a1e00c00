import type { KeyedSemaphore } from "../../shared/concurrency/keyed-semaphore.js";
import type { PdfForm } from "../../shared/domain/pdf-form.js";
import type { Tenant } from "../../shared/domain/tenant.js";
import type { Rewriter } from "../../shared/images/rewriter.js";
import type { Sealer } from "../../shared/sealing/sealer.js";
import type { Storage } from "../../shared/storage/storage.js";
import type { ApiKeyCache } from "../authentication/api-key-cache.js";
import type { MacKeys } from "../authentication/mac-keys.js";
import type { Pools } from "../databases/pools.js";
import type { CommonDeps } from "../http/common-deps.js";
import type { IssuingDeps } from "../issuing/deps.js";
import type { PreviewHashes } from "../issuing/preview-hash.js";
import type { Payments } from "../payments/payments.js";
import type { ReadingDeps } from "../reports/deps.js";

/** Dependencies of handing out PDFs and sending mails. */
export interface DeliveringDeps extends CommonDeps, Pick<Pools, "pages"> {
  storage: Storage;
  /** Asks the renderer for a PDF; rejects within a second when Redis is away. */
  requestPdf(voucherId: number, form: PdfForm, requestId: string, tenant: Tenant): Promise<void>;
  /** Runs a download's wait for its print in the company's turn. */
  printWaits: KeyedSemaphore;
  /** Asks the renderer to print a PDF again; rejects within a second when Redis is away. */
  printAnew(voucherId: number, form: PdfForm, attempt: string, requestId: string, tenant: Tenant): Promise<void>;
  /** Asks the mailer to mail a recipient at once. Never rejects: the mailer's sweep replaces a lost job. */
  requestMail(recipientId: number, requestId: string, tenant: Tenant): Promise<void>;
}

/** Everything the routes need; main.ts opens it once. */
export interface ApiDeps extends Pools, IssuingDeps, ReadingDeps, DeliveringDeps {
  /** Decodes a stranger's picture beside the process's own work. */
  rewriteImage: Rewriter;
  callers: ApiKeyCache;
  /** Seals the companies' private keys. Nothing here opens them. */
  sealer: Sealer;
  previews: PreviewHashes;
  /** The keys of our own MACs. */
  macKeys: MacKeys;
  /** How subscriptions are paid. Undefined where they are not paid in the application. */
  payments?: Payments | undefined;
}
