import { authorityVariables } from "./authority-urls.js";
import type { Authority } from "./server.js";

const labelWidth = 37;

const row = (label: string, text: string) => `  ${label.padEnd(labelWidth)}${text}`;

/** The routes of /control. control.ts describes their bodies. */
const controlRoutes: [route: string, does: string][] = [
  ["GET  /ledger?env&cuit&pos&type", "every voucher that was granted"],
  ["GET  /caea?env&cuit", "every CAEA, and what was reported or declared under it"],
  ["GET  /calls", "how many calls of each operation arrived"],
  ["POST /faults", "scripts a fault: drop, delay, status, html, truncate, error, fault, repeat, hang"],
  ["GET  /settings, POST /settings", "latency, rules, tickets, points of sale, clock, drift"],
  ["POST /foreign", "another system takes a sequence's next number"],
  ["POST /certificates, GET /ca", "signs a certificate request; the CA's own certificate"],
  ["POST /reset", "resets vouchers, logins, faults, calls and settings"],
];

/** The text that a person at a terminal sees when the simulator has started. */
export function greet({ url, control }: Pick<Authority, "url" | "control">, dataFolder: string | undefined): string {
  const services = Object.entries(authorityVariables(url)).map(([name, address]) => row(name, address));
  return [
    `The simulated tax authority listens at ${url}. Ctrl-C stops it.`,
    dataFolder === undefined
      ? "It forgets everything when it stops. AUTHORITY_DATA=<folder> keeps vouchers, tickets and its CA."
      : `Vouchers, tickets and its CA are kept in ${dataFolder}.`,
    "",
    "Services (each with ?wsdl), as the settings of Talonario that point to them:",
    ...services,
    "",
    `Control routes, JSON in and out, below ${control}:`,
    ...controlRoutes.map(([route, does]) => row(route, does)),
    "",
    "It accepts any certificate with a valid signature. The CUIT is the serialNumber of the certificate's subject.",
    "",
  ].join("\n");
}
