import { appendFileSync } from "node:fs";

/** One request of the product, to be judged by the official schema of the service that it went to. */
export type KeptRequest = { wsdl: string; operation: string; body: string };

/** Names the file that collects them, in a run of tests that asks for it. */
export const conformanceVariable = "AUTHORITY_CONFORMANCE";

/** How the product names itself; other clients write looser XML, which the authority reads as well. */
const productAgent = /^Talonario\b/;

/** Keeps every request of the product where the environment asks for it. Judging takes time that an answer must not take. */
export function keepRequest(userAgent: string | undefined, request: KeptRequest): void {
  const file = process.env[conformanceVariable];
  if (file && productAgent.test(userAgent ?? "")) appendFileSync(file, `${JSON.stringify(request)}\n`);
}
