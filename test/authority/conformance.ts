import { appendFileSync } from "node:fs";
import type { SchemaCheck } from "./official-schema.js";

/** One request of the product, judged by the official schema of the service that it went to. */
export type JudgedRequest = { operation: string; problems: string[]; body?: string };

/** Names the file that collects what was judged, in a run of tests that asks for it. */
export const conformanceVariable = "AUTHORITY_CONFORMANCE";

/** How the product names itself; other clients write looser XML, which the authority reads as well. */
const productAgent = /^Talonario\b/;

type Request = { wsdl: string; userAgent: string | undefined; body: string; operation: string };

export type Judge = (request: Request) => void;

/** Judges every request of the product where the environment says so, and nothing elsewhere. */
export async function openJudge(file = process.env[conformanceVariable]): Promise<Judge> {
  if (!file) return () => undefined;
  const { openSchemaCheck } = await import("./official-schema.js");
  const checks = new Map<string, SchemaCheck>();
  const checkOf = (wsdl: string) => {
    const check = checks.get(wsdl) ?? openSchemaCheck(wsdl);
    checks.set(wsdl, check);
    return check;
  };
  return ({ wsdl, userAgent, body, operation }) => {
    if (!productAgent.test(userAgent ?? "")) return;
    const problems = checkOf(wsdl)(body);
    const judged: JudgedRequest = { operation, problems, ...(problems.length > 0 ? { body } : {}) };
    appendFileSync(file, `${JSON.stringify(judged)}\n`);
  };
}
