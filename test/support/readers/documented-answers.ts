import { z } from "@hono/zod-openapi";
import { operations } from "../../../api/docs/docs.js";
import { failureOf } from "../../../api/schemas/failures.js";

const known = operations.map((operation) => ({
  operation,
  matches: new RegExp(`^${operation.path.replace("/{company_id}", "").replace(/\{[^}]*\}/g, "[^/]+")}$`),
}));

/**
 * Checks a JSON answer against the OpenAPI document: its status must be listed and its body must match the schema. An answer
 * for an unknown path or method must be a failure. @throws Error when it does not match
 */
export function expectDocumented(method: string, path: string, status: number, body: unknown): void {
  const pathname = (path.split("?")[0] ?? "").replace(/\/$/, "");
  const here = known.filter(({ matches }) => matches.test(pathname));
  // A name goes before a parameter: `/invoices/preview` is no `/invoices/{id}`.
  const named = here.filter(({ operation }) => operation.path.endsWith(pathname));
  const found = (named.length > 0 ? named : here).find(({ operation }) => operation.method === method.toLowerCase());
  const response = found?.operation.responses[String(status)];
  const content = response && "content" in response ? response.content?.["application/json"] : undefined;
  if (found && !content)
    throw new Error(`${method} ${pathname} answered ${status}, which its documentation does not list`);
  const schema =
    content && "schema" in content && content.schema instanceof z.ZodType ? content.schema : failureOf(status, []);
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new Error(
      `${method} ${pathname} ${status} is not as documented: ${z.prettifyError(parsed.error)}\n${JSON.stringify(body)}`,
    );
}
