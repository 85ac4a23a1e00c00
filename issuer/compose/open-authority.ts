import { findActiveCertificate } from "../../shared/db/company/certificates.js";
import { keepNotices } from "../../shared/db/company/notices.js";
import { insertExchanges } from "../../shared/db/issuing/exchanges.js";
import type { Database } from "../../shared/db/pool/database.js";
import { closing, type OnClose } from "../../shared/lifecycle/shutdown.js";
import type { Log } from "../../shared/logging/log.js";
import type { Opener } from "../../shared/sealing/opener.js";
import { createSecretSeal } from "../../shared/sealing/secret-seal.js";
import { createTransport } from "../authority/transport.js";
import { createTickets } from "../authority/wsaa/tickets.js";
import { createAuthority, createLogin } from "../authority/wsfe/client.js";
import { cacheOpenedKeys } from "../authority-access/cache-opened-keys.js";
import { createCredentialProvider } from "../authority-access/credential-provider.js";
import { createExchangeLog } from "../authority-access/exchange-log.js";
import { measureTransport } from "../authority-access/measured-transport.js";
import { countLogin } from "../authority-access/metrics.js";
import { createNoticeWriter } from "../authority-access/notice-writer.js";
import { createTicketStore } from "../authority-access/ticket-store.js";
import { traceTransport } from "../authority-access/traced-transport.js";
import { type IssuerConfig, toEndpoints } from "../config.js";
import { probePlaces } from "../contingency/open-contingency.js";
import { maxReported } from "../contingency/open-reports.js";
import { maxAttended } from "../contingency/preparation.js";
import { environments, taxauthConcurrency } from "../issuing/tenant-semaphore.js";

interface AuthorityDeps {
  /** For what a voucher needs on its way, and for all else. */
  issuing: Database;
  db: Database;
  opener: Opener;
  log: Log;
  onClose: OnClose;
}

/** The way to the tax authority: connections, certificates, access tickets, and what is kept of its answers. */
export function openAuthority(config: IssuerConfig, { issuing, db, opener, log, onClose }: AuthorityDeps) {
  const endpoints = toEndpoints(config);
  const plain = createTransport({
    timeoutMs: config.TAXAUTH_TIMEOUT_MS,
    // Enough for both environments on one host, so that neither waits for the other's connections, nor issuing for what else is asked.
    connections:
      environments * (config.ISSUER_CONCURRENCY + taxauthConcurrency + probePlaces + maxReported + maxAttended),
  });
  const transport = closing(onClose, "authority", traceTransport(measureTransport(plain)));
  const login = createLogin({ endpoints, transport });
  const tickets = createTickets({
    store: createTicketStore(issuing, createSecretSeal(config.SECRET_KEY, config.NEW_SECRET_KEY)),
    async login(credentials, service) {
      const outcome = await login(credentials, service);
      countLogin(service, outcome);
      return outcome;
    },
    waitMs: 10_000,
    reloginMs: (production) =>
      production ? config.TAXAUTH_PRODUCTION_RELOGIN_MS : config.TAXAUTH_HOMOLOGATION_RELOGIN_MS,
    onStoreFailure: (error) => {
      log.warn({ error }, "access tickets could not be read or written");
    },
  });

  const evidence = closing(
    onClose,
    "evidence",
    createExchangeLog((records) => insertExchanges(db, records), log),
  );
  const notices = closing(
    onClose,
    "notices",
    createNoticeWriter((heard) => keepNotices(db, heard), log, Date.now),
  );

  const options = { endpoints, transport, tickets, hearNotice: notices.hear };
  const client = createAuthority(options);
  const remembering = cacheOpenedKeys(opener);
  const findCertificate = (companyId: number, production: boolean) =>
    findActiveCertificate(issuing, remembering, companyId, production);
  return { options, client, findCertificate, enter: createCredentialProvider(client, findCertificate), evidence };
}
