import {
  claimLogin,
  readLoginFailure,
  readTicket,
  saveLoginFailure,
  saveTicket,
} from "../../shared/db/company/tickets.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { SecretSeal } from "../../shared/sealing/secret-seal.js";
import type { TicketStore } from "../authority/wsaa/obtain-ticket.js";
import { taxpayersOf } from "../authority/wsaa/taxpayers.js";

/** The access tickets in PostgreSQL, which all issuers share. */
export const createTicketStore = (db: Database, seal: SecretSeal): TicketStore => ({
  read: (certificateId, service) => readTicket(db, seal, certificateId, service),
  claimLogin: (certificateId, service) => claimLogin(db, certificateId, service),
  save(certificateId, service, ticket) {
    const taxpayers = taxpayersOf(ticket);
    return saveTicket(db, seal, certificateId, service, { ...ticket, taxpayers: taxpayers ? [...taxpayers] : null });
  },
  readFailure: (certificateId, service) => readLoginFailure(db, certificateId, service),
  saveFailure: (certificateId, service, failure) => saveLoginFailure(db, certificateId, service, failure),
});
