import { z } from "zod";
import type { SaidPayment } from "../../shared/domain/payments/payment-state.js";
import { centsOf } from "../../shared/domain/payments/pesos.js";

/**
 * A payment as the provider tells it. Its amount is a JSON number of at most eleven digits: the shortest text that gives the number again is
 * the one that was sent.
 */
const payment = z.object({
  id: z.union([z.int().nonnegative(), z.string().regex(/^\d{1,30}$/)]).transform(String),
  collector_id: z.union([z.int(), z.string().max(30)]).nullish(),
  status: z.string().max(40),
  transaction_amount: z.number().transform(String),
  currency_id: z.string().max(10),
  external_reference: z.string().max(256).nullish(),
});

const page = z.object({ paging: z.object({ total: z.int().nonnegative() }), results: z.array(z.unknown()) });

/** Undefined: it is none. */
export function readSaidPayment(json: unknown): SaidPayment | undefined {
  const { data } = payment.safeParse(json);
  if (!data || centsOf(data.transaction_amount) === undefined) return undefined;
  return {
    id: data.id,
    status: data.status,
    amount: data.transaction_amount,
    currency: data.currency_id,
    collector: String(data.collector_id ?? ""),
    reference: data.external_reference ?? "",
  };
}

/** A page of a search. What is no payment in it is left out: one strange row of the account must not hide ours. */
export function readPaymentPage(json: unknown): { payments: SaidPayment[]; total: number } | undefined {
  const { data } = page.safeParse(json);
  if (!data) return undefined;
  const payments = data.results.map(readSaidPayment).filter((one) => one !== undefined);
  return { payments, total: data.paging.total };
}

/** @throws Error when it is longer */
export async function readText(body: AsyncIterable<Buffer>, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > most) throw new Error("too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
