import { fromFiscalDate } from "../../../shared/domain/calendar.js";
import { asAsker } from "../as-asker.js";
import { endpointsOf } from "../endpoints.js";
import { creditInvoiceService } from "../services.js";
import { askWithTicket } from "../wsaa/ask-with-ticket.js";
import type { Credentials } from "../wsaa/credentials.js";
import type { TicketUnavailability } from "../wsaa/unavailable.js";
import type { AuthorityOptions } from "../wsfe/client.js";
import { writeXml } from "../xml.js";
import { fecredNamespace, type Obligation, type ObligationRefusal, readObligation } from "./obligation-reply.js";

const operation = "consultarMontoObligadoRecepcion";

/**
 * Asks the registry of credit invoices, once, whether a receiver must get them. Uses SOAP 1.1; only the wrapper element has a
 * namespace. Never rejects. Source: issuer/authority/README.md, section 12.5.
 * @param date the voucher's, `YYYYMMDD`
 */
export const askObligation = (
  { endpoints, transport, tickets }: AuthorityOptions,
  credentials: Credentials,
  { taxId, date }: { taxId: string; date: string },
): Promise<Obligation | ObligationRefusal | TicketUnavailability> =>
  askWithTicket(
    tickets,
    credentials,
    creditInvoiceService,
    async ({ token, sign }, { cuit }) => {
      const content = writeXml([
        [
          "authRequest",
          [
            ["token", token],
            ["sign", sign],
            ["cuitRepresentada", cuit],
          ],
        ],
        ["cuitConsultada", taxId],
        ["fechaEmision", fromFiscalDate(date)],
      ]);
      const body =
        `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:f="${fecredNamespace}">` +
        `<soapenv:Header/><soapenv:Body><f:${operation}Request>${content}</f:${operation}Request></soapenv:Body></soapenv:Envelope>`;
      const headers = { "content-type": "text/xml; charset=utf-8", SOAPAction: `"${fecredNamespace}${operation}"` };
      const { fecredUrl } = endpointsOf(endpoints, credentials.production);
      return readObligation(await transport.post(fecredUrl, { operation, body, headers }));
    },
    asAsker,
  );
