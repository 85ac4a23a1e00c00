import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { checkoutPage, paymentsPage } from "./pages.js";

/** A payment, as the provider tells it. */
export interface StandInPayment {
  id: number;
  collector_id: number;
  status: string;
  status_detail: string;
  transaction_amount: number;
  transaction_amount_refunded: number;
  currency_id: string;
  external_reference: string;
  date_created: string;
  date_approved: string | null;
  payment_type_id: string;
  /** Who paid, as the provider knows them. */
  payer: { email: string };
  live_mode: boolean;
}

/** A page to pay on, as it was asked for. */
export interface Preference {
  id: string;
  /** As the body had it: the digits that were sent. */
  body: string;
  external_reference: string;
  items: { unit_price: number; title: string }[];
  back_urls: Record<"success" | "pending" | "failure", string>;
  notification_url?: string;
}

/** What the next call gets in place of its answer. `lost`: it is done, and the answer never comes. */
export type Fault = 401 | 429 | 500 | "lost" | "nothing" | "garbage";

export type NotificationKind = "signed" | "unsigned" | "other secret" | "older" | "merchant_order";

export interface PaymentProvider extends AsyncDisposable {
  url: string;
  host: string;
  token: string;
  secret: string;
  preferences: Preference[];
  payments: StandInPayment[];
  /** What was asked, as "GET /v1/payments/7". */
  calls: string[];
  /** When, on a clock that is never set: milliseconds. */
  callTimes: number[];
  /** The faults of the next calls, in order. */
  faults: Fault[];
  /** A person pays what a reference asks for. */
  pay(reference: string, changes?: Partial<StandInPayment>): StandInPayment;
}

/** State of the stand-in that is kept between two starts. */
export type KeptProvider = Pick<PaymentProvider, "token" | "secret" | "preferences" | "payments"> & { port: number };

interface StandInOptions {
  /** Of an earlier start. */
  kept?: KeptProvider | undefined;
  port?: number;
  /** The address that is registered for notifications. Without it a page sends none. */
  notifyAt?: string;
  /** Called when something that is kept has changed. */
  onChange?(kept: KeptProvider): void;
}

const collectorId = 778_899;

export async function startPaymentProvider({
  kept,
  port = 0,
  notifyAt,
  onChange,
}: StandInOptions = {}): Promise<PaymentProvider> {
  const { token, secret } = kept ?? { token: `APP_USR-${randomUUID()}`, secret: randomUUID() };
  const state = {
    preferences: kept?.preferences ?? [],
    payments: kept?.payments ?? [],
    calls: [] as string[],
    callTimes: [] as number[],
    faults: [] as Fault[],
  };
  let drawn = Math.max(1_000 + Math.floor(Math.random() * 1_000_000), ...state.payments.map(({ id }) => id));

  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => "");
    const [path = "", query = ""] = (request.url ?? "").split("?");
    if (path === "/" || path === "/checkout" || path.startsWith("/payments/"))
      return answerPerson(request, response, path, new URLSearchParams(query), new URLSearchParams(body));
    state.calls.push(`${request.method} ${path}`);
    state.callTimes.push(performance.now());
    const fault = state.faults.shift();
    if (fault === "nothing") return;
    if (typeof fault === "number") return answer(response, fault, { message: "no" });
    if (fault === "garbage") return void response.writeHead(200).end("<html>");
    if (request.headers.authorization !== `Bearer ${token}`) return answer(response, 401, { message: "invalid token" });
    const [status, json] = route(request, path, new URLSearchParams(query), body);
    if (fault === "lost") return void response.destroy();
    answer(response, status, json);
  });

  function route({ method }: IncomingMessage, path: string, query: URLSearchParams, body: string): [number, unknown] {
    if (method === "GET" && path === "/users/me") return [200, { id: collectorId, nickname: "TEST", site_id: "MLA" }];
    if (method === "POST" && path === "/checkout/preferences") {
      const id = `${collectorId}-${randomUUID()}`;
      state.preferences.push({ id, body, ...JSON.parse(body) });
      keep();
      return [201, { id, init_point: `${url()}/checkout?pref_id=${id}`, sandbox_init_point: "" }];
    }
    if (method === "GET" && path === "/v1/payments/search") {
      const reference = query.get("external_reference");
      const found = state.payments
        .filter((one) => reference === null || one.external_reference === reference)
        .reverse();
      const [limit, offset] = [Number(query.get("limit") ?? 30), Number(query.get("offset") ?? 0)];
      return [200, { paging: { total: found.length, limit, offset }, results: found.slice(offset, offset + limit) }];
    }
    const found = state.payments.find(({ id }) => path === `/v1/payments/${id}`);
    return method === "GET" && found ? [200, found] : [404, { message: "not found" }];
  }

  /** The pages on which a person pays, and on which somebody plays the provider. */
  async function answerPerson(
    { method }: IncomingMessage,
    response: ServerResponse,
    path: string,
    query: URLSearchParams,
    form: URLSearchParams,
  ): Promise<void> {
    const show = (html: string) =>
      void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
    const lead = (to: string) => void response.writeHead(303, { location: to }).end();
    if (path === "/") return show(paymentsPage(state));
    const changed = state.payments.find(({ id }) => path === `/payments/${id}`);
    if (method === "POST" && changed) {
      changed.status = form.get("status") ?? changed.status;
      keep();
      await tell(changed, form.get("tell"));
      return lead("/");
    }
    const asked = state.preferences.find(({ id }) => id === (form.get("pref_id") ?? query.get("pref_id")));
    if (!asked) return void response.writeHead(404).end("There is no such page.");
    if (method !== "POST") return show(checkoutPage(asked));
    const payment = self.pay(asked.external_reference, { status: form.get("status") ?? "approved" });
    await tell(payment, form.get("tell"));
    const kind = { approved: "success", pending: "pending" }[payment.status] ?? "failure";
    const said = {
      payment_id: String(payment.id),
      status: payment.status,
      external_reference: asked.external_reference,
    };
    lead(`${asked.back_urls[kind as "success"]}?${new URLSearchParams(said)}`);
  }

  /** Sends the notification of a payment: once, twice or never. Who is told may be away. */
  async function tell({ id }: StandInPayment, how: string | null): Promise<void> {
    if (notifyAt === undefined || how === "never") return;
    for (let each = 0; each < (how === "twice" ? 2 : 1); each += 1) {
      const { path, ...init } = notificationOf(id, secret);
      await fetch(`${notifyAt}${path}`, init).catch(() => undefined);
    }
  }

  const keep = () =>
    onChange?.({ token, secret, preferences: state.preferences, payments: state.payments, port: portOf() });

  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${portOf()}`;
  const self: PaymentProvider = Object.assign(state, {
    ...{ url: url(), host, token, secret },
    pay(reference: string, changes: Partial<StandInPayment> = {}) {
      const asked = state.preferences.find((one) => one.external_reference === reference);
      const payment: StandInPayment = {
        id: ++drawn,
        collector_id: collectorId,
        ...{ status: "approved", status_detail: "accredited", currency_id: "ARS", external_reference: reference },
        ...{ transaction_amount: asked?.items[0]?.unit_price ?? 1, transaction_amount_refunded: 0 },
        ...{ date_created: new Date().toISOString(), date_approved: new Date().toISOString() },
        ...{ payment_type_id: "credit_card", payer: { email: "quien.paga@example.com" }, live_mode: true },
        ...changes,
      };
      state.payments.push(payment);
      keep();
      return payment;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
  keep();
  return self;

  function portOf(): number {
    return (server.address() as AddressInfo).port;
  }
  function url(): string {
    return `http://127.0.0.1:${portOf()}`;
  }
}

const answer = (response: ServerResponse, status: number, json: unknown) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));

/** A notification of a payment: its address below the origin, and what it is sent with. */
export function notificationOf(
  id: number | string,
  secret: string,
  kind: NotificationKind = "signed",
  nowMs = Date.now(),
) {
  const [ts, requestId] = [String(Math.floor(nowMs / 1_000)), randomUUID()];
  const key = kind === "other secret" ? "another secret" : secret;
  const v1 = createHmac("sha256", key).update(`id:${id};request-id:${requestId};ts:${ts};`).digest("hex");
  const type = kind === "merchant_order" ? "merchant_order" : "payment";
  const isSigned = kind !== "unsigned" && kind !== "older";
  const query = kind === "older" ? `id=${id}&topic=payment` : `data.id=${id}&type=${type}`;
  const body = {
    id: 1,
    live_mode: true,
    type,
    action: "payment.updated",
    api_version: "v1",
    user_id: collectorId,
    data: { id: String(id) },
  };
  return {
    path: `/payments/mercadopago?${query}`,
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      "content-type": "application/json",
      ...(isSigned && { "x-signature": `ts=${ts},v1=${v1}`, "x-request-id": requestId }),
    },
  };
}
