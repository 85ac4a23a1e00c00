import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

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
  live_mode: boolean;
}

/** A page to pay on, as it was asked for. */
interface Preference {
  id: string;
  /** As the body had it: the digits that were sent. */
  body: string;
  external_reference: string;
  items: { unit_price: number; title: string }[];
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
  /** The faults of the next calls, in order. */
  faults: Fault[];
  /** A person pays what a reference asks for. */
  pay(reference: string, changes?: Partial<StandInPayment>): StandInPayment;
}

const collectorId = 778_899;

export async function startPaymentProvider(): Promise<PaymentProvider> {
  const [token, secret] = [`APP_USR-${randomUUID()}`, randomUUID()];
  const state = {
    preferences: [] as Preference[],
    payments: [] as StandInPayment[],
    calls: [] as string[],
    faults: [] as Fault[],
  };
  let drawn = 1_000 + Math.floor(Math.random() * 1_000_000);

  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => "");
    const [path = "", query = ""] = (request.url ?? "").split("?");
    state.calls.push(`${request.method} ${path}`);
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

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = () => `http://${host}`;
  return Object.assign(state, {
    ...{ url: url(), host, token, secret },
    pay(reference: string, changes: Partial<StandInPayment> = {}) {
      const asked = state.preferences.find((one) => one.external_reference === reference);
      const payment: StandInPayment = {
        id: ++drawn,
        collector_id: collectorId,
        ...{ status: "approved", status_detail: "accredited", currency_id: "ARS", external_reference: reference },
        ...{ transaction_amount: asked?.items[0]?.unit_price ?? 1, transaction_amount_refunded: 0 },
        ...{ date_created: new Date().toISOString(), date_approved: new Date().toISOString() },
        ...{ payment_type_id: "credit_card", live_mode: true },
        ...changes,
      };
      state.payments.push(payment);
      return payment;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
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
