import { appendFileSync } from "node:fs";

/** One request of the product, to check against the official schema of its service. */
export type KeptRequest = { wsdl: string; operation: string; body: string };

/** The environment variable that names the file for these requests. A test run sets it. */
export const conformanceVariable = "AUTHORITY_CONFORMANCE";

/** The product's user agent. Other clients send looser XML, which the authority accepts too. */
const productAgent = /^Talonario\b/;

/** Writes the product's requests to the file, if the variable names one. They are checked later, to keep answers fast. */
export function keepRequest(userAgent: string | undefined, request: KeptRequest): void {
  const file = process.env[conformanceVariable];
  if (file && productAgent.test(userAgent ?? "")) appendFileSync(file, `${JSON.stringify(request)}\n`);
}
