import { authorityVariables } from "./authority-urls.js";
import type { Authority } from "./server.js";

const labelWidth = 37;

const row = (label: string, text: string) => `  ${label.padEnd(labelWidth)}${text}`;

/** Of /control: what each route does. The bodies are described in control.ts. */
const controlRoutes: [route: string, does: string][] = [
  ["GET  /ledger?env&cuit&pos&type", "every voucher that was granted"],
  ["GET  /calls", "how many calls of each operation arrived"],
  ["POST /faults", "scripts a fault: drop, delay, status, html, truncate, error, fault, repeat, hang"],
  ["GET  /settings, POST /settings", "latency, rules, tickets, points of sale, clock, drift"],
  ["POST /foreign", "somebody else takes a sequence's next number"],
  ["POST /certificates, GET /ca", "signs a certificate request; the certificate that signs"],
  ["POST /reset", "back to the beginning"],
];

/** What somebody in front of a terminal wants to know about the simulator that has just started. */
export function greet({ url, control }: Pick<Authority, "url" | "control">, dataFolder: string | undefined): string {
  const services = Object.entries(authorityVariables(url)).map(([name, address]) => row(name, address));
  return [
    `The simulated tax authority listens at ${url}. Ctrl-C stops it.`,
    dataFolder === undefined
      ? "It forgets everything at its end; AUTHORITY_DATA=<folder> keeps vouchers, tickets and its CA."
      : `Vouchers, tickets and its CA are kept in ${dataFolder}.`,
    "",
    "Services (each with ?wsdl), as the variables by which Talonario knows them:",
    ...services,
    "",
    `Control, JSON in and out, below ${control}:`,
    ...controlRoutes.map(([route, does]) => row(route, does)),
    "",
    "It accepts any certificate whose signature verifies; its subject's serialNumber is the CUIT.",
    "",
  ].join("\n");
}
