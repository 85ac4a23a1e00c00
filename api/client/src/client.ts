import type { Connection } from "./connection.js";
import { groups } from "./generated/groups.js";

type Groups = typeof groups;

/** An operation without its first argument, the connection. */
type Bound<Operation> = Operation extends (connection: Connection, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : never;

/** Every operation of the API, by what it is about: `client.invoices.issue(body)`. */
export type Client = {
  [Group in keyof Groups]: { [Name in keyof Groups[Group]]: Bound<Groups[Group][Name]> };
};

type AnyOperation = (connection: Connection, ...rest: unknown[]) => unknown;

/** A client of one company with one key. It holds nothing open: make as many as you need. */
export function createClient(connection: Connection): Client {
  const bind = (operations: object) =>
    Object.fromEntries(
      Object.entries(operations as Record<string, AnyOperation>).map(([name, operation]) => [
        name,
        (...rest: unknown[]) => operation(connection, ...rest),
      ]),
    );
  return Object.fromEntries(Object.entries(groups).map(([name, operations]) => [name, bind(operations)])) as Client;
}

export type { Answer, CallOptions, Connection, Filters, Page, WithOptionalKey } from "./connection.js";
export type { Download } from "./download.js";
export { type ErrorCode, type Fault, TalonarioError } from "./error.js";
export * from "./generated/operations.js";
export type * from "./generated/types.js";
export { type VerifyOptions, verifyWebhook, type WebhookHeaders } from "./verify-webhook.js";
export type { EventVoucher, WebhookEvent, WebhookEventType } from "./webhook-events.js";
