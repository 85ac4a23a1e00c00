import { Agent, request } from "undici";
import type { SaidPayment } from "../../shared/domain/payments/payment-state.js";
import { paymentCalls } from "../http/metrics.js";
import type { CallLimiter } from "./call-limiter.js";
import { ProviderAway } from "./provider-away.js";
import { readPaymentPage, readSaidPayment, readText } from "./read-answer.js";

/** Purchase of which the provider makes a page, on which a person pays. */
interface Preference {
  reference: string;
  title: string;
  /** A decimal of two places. */
  amount: string;
  payerEmail: string;
  /** Where the person comes back to. */
  returnTo: string;
  /** Where it sends notifications, instead of the address that is registered there. */
  notifyAt: string | undefined;
  endsAt: Date;
}

/** The payment provider, as far as it is asked. Every call throws `ProviderAway` where it has no answer. */
export interface Provider {
  /** Account that is paid: what a payment's collector must be. */
  findCollector(): Promise<string>;
  /** Gives the address of the page on which a person pays. */
  createPreference(preference: Preference): Promise<string>;
  findPayment(id: string): Promise<SaidPayment | undefined>;
  /** Payments of one reference. */
  searchPayments(reference: string): Promise<SaidPayment[]>;
  /** A page of those of the last 30 days, and how many there are. */
  listPayments(offset: number): Promise<{ payments: SaidPayment[]; total: number }>;
  close(): Promise<void>;
}

interface ProviderOptions {
  url: string;
  token: string;
  limiter: CallLimiter;
  /** For one call in all. */
  timeoutMs?: number;
}

const maxAnswerBytes = 256 * 1024;
export const paymentsOfPage = 50;

/** Asks the provider over HTTPS: nothing is repeated, no redirect is followed, and no call is made before the limiter lets it. */
export function openProvider({ url, token, limiter, timeoutMs = 10_000 }: ProviderOptions): Provider {
  const agent = new Agent({ connections: 4, pipelining: 1, connect: { timeout: timeoutMs } });
  let collector: string | undefined;

  async function call(method: "GET" | "POST", path: string, body?: string): Promise<{ status: number; json: unknown }> {
    await limiter.take();
    const json = body === undefined ? {} : { "content-type": "application/json" };
    const headers = { authorization: `Bearer ${token}`, accept: "application/json", ...json };
    try {
      const answer = await request(`${url}${path}`, {
        ...{ method, headers, dispatcher: agent, body: body ?? null },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await readText(answer.body, maxAnswerBytes);
      if (answer.statusCode === 429) await limiter.rest();
      const isGood = answer.statusCode >= 200 && answer.statusCode < 300;
      if (!isGood && answer.statusCode !== 404)
        throw new ProviderAway(`answered ${answer.statusCode}`, answer.statusCode);
      const said = { status: answer.statusCode, json: isGood ? JSON.parse(text) : undefined };
      paymentCalls.inc({ outcome: "answered" });
      return said;
    } catch (error) {
      paymentCalls.inc({ outcome: outcomeOf(error) });
      if (error instanceof ProviderAway) throw error;
      throw new ProviderAway(`could not be asked: ${codeOf(error)}`);
    }
  }
  const get = async (path: string) => (await call("GET", path)).json;

  return {
    async findCollector() {
      if (collector !== undefined) return collector;
      const { id } = ((await get("/users/me")) ?? {}) as { id?: unknown };
      if (typeof id !== "number" && typeof id !== "string") throw new ProviderAway("did not say who is paid");
      collector = String(id);
      return collector;
    },
    async createPreference(preference) {
      const { json } = await call("POST", "/checkout/preferences", writePreference(preference));
      const { init_point: link } = (json ?? {}) as { init_point?: unknown };
      if (typeof link !== "string") throw new ProviderAway("gave no page to pay on");
      return link;
    },
    async findPayment(id) {
      const { status, json } = await call("GET", `/v1/payments/${encodeURIComponent(id)}`);
      return status === 404 ? undefined : usable(readSaidPayment(json));
    },
    async searchPayments(reference) {
      const query = `external_reference=${encodeURIComponent(reference)}&sort=date_created&criteria=desc`;
      return usable(readPaymentPage(await get(`/v1/payments/search?${query}`))).payments;
    },
    async listPayments(offset) {
      const query = `range=date_created&begin_date=NOW-30DAYS&end_date=NOW&sort=date_created&criteria=asc&limit=${paymentsOfPage}&offset=${offset}`;
      return usable(readPaymentPage(await get(`/v1/payments/search?${query}`)));
    },
    close: () => agent.destroy(),
  };
}

function usable<T>(read: T | undefined): T {
  if (read === undefined) throw new ProviderAway("gave an answer that is none");
  return read;
}

/** The amount is written as it is kept: a number of JavaScript would be another. */
function writePreference(preference: Preference): string {
  const { reference, title, amount, payerEmail, returnTo, notifyAt, endsAt } = preference;
  const item = JSON.stringify({ id: reference, title, quantity: 1, currency_id: "ARS" });
  const rest = JSON.stringify({
    payer: { email: payerEmail },
    back_urls: { success: returnTo, pending: returnTo, failure: returnTo },
    auto_return: "approved",
    ...(notifyAt !== undefined && { notification_url: notifyAt }),
    external_reference: reference,
    expires: true,
    expiration_date_to: endsAt.toISOString(),
  });
  return `{"items":[${item.slice(0, -1)},"unit_price":${amount}}],${rest.slice(1)}`;
}

/** Outcome of a call that gave nothing. */
function outcomeOf(error: unknown): "refused" | "limited" | "failed" | "away" {
  if (error instanceof SyntaxError) return "failed";
  if (!(error instanceof ProviderAway)) return "away";
  if (error.status === 401 || error.status === 403) return "refused";
  return error.status === 429 ? "limited" : "failed";
}

function codeOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : String(name ?? "error");
}
