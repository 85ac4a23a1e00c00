import { z } from "@hono/zod-openapi";
import { operations } from "../../../api/docs/docs.js";
import { failure } from "../../../api/schemas/answers.js";

const known = operations.map((operation) => ({
  operation,
  matches: new RegExp(`^${operation.path.replace("/{company_id}", "").replace(/\{[^}]*\}/g, "[^/]+")}$`),
}));

/**
 * Every JSON answer that a test gets is one that the OpenAPI document promises: its status is listed and its body is of the
 * schema. Paths that do not exist and methods that are not served answer with a failure.
 */
export function expectDocumented(method: string, path: string, status: number, body: unknown): void {
  const pathname = path.split("?")[0] ?? "";
  const found = known.find(
    ({ operation, matches }) => operation.method === method.toLowerCase() && matches.test(pathname),
  );
  const response = found?.operation.responses[String(status)];
  const content = response && "content" in response ? response.content?.["application/json"] : undefined;
  if (found && !content)
    throw new Error(`${method} ${pathname} answered ${status}, which its documentation does not list`);
  const schema = content && "schema" in content && content.schema instanceof z.ZodType ? content.schema : failure;
  const parsed = schema.safeParse(body);
  if (!parsed.success)
    throw new Error(
      `${method} ${pathname} ${status} is not as documented: ${z.prettifyError(parsed.error)}\n${JSON.stringify(body)}`,
    );
}
