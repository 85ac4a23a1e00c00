// Sends one sale until the answer is final, always the same body with the same key.
import { setTimeout as wait } from "node:timers/promises";

const { TALONARIO_URL, TALONARIO_KEY, SALE } = process.env;

interface Answer {
  ok: boolean;
  error?: string;
  code?: string;
  result?: { voucherNumber: number; cae: string; idempotencyHit: boolean };
}

const codesToRetry = ["TAXAUTH_UNCONFIRMED", "VOUCHER_LOCK_TIMEOUT", "TAXAUTH_CONNECTION_ERROR"];
const statusesToRetry = [408, 429, 500, 502, 503, 504];

async function issue(body: object): Promise<Answer> {
  for (let pauseMs = 1000; pauseMs <= 128_000; pauseMs *= 2) {
    let retryAfter: string | null = null;
    try {
      const response = await fetch(`${TALONARIO_URL}/invoices`, {
        method: "POST",
        headers: { Authorization: `Bearer ${TALONARIO_KEY}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(70_000),
      });
      const answer = (await response.json()) as Answer;
      const mayRetry = answer.code ? codesToRetry.includes(answer.code) : statusesToRetry.includes(response.status);
      if (answer.ok || !mayRetry) return answer;
      retryAfter = response.headers.get("Retry-After");
    } catch (lost) {
      // No answer, or none of the service's: nobody knows whether the voucher exists. The same key finds out.
      console.error(String(lost));
    }
    await wait(retryAfter ? Number(retryAfter) * 1000 : pauseMs * (0.5 + Math.random()));
  }
  throw new Error("No final answer yet: send it again later, with the same key.");
}

const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Argentina/Buenos_Aires" });
const answer = await issue({
  idempotency: `sale-${SALE}-6-1`,
  posNumber: 1,
  voucherType: 6,
  concept: 1,
  voucherDate: today.replaceAll("-", ""),
  customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
  items: [{ description: "Yerba mate 1 kg", quantity: 2, price: 3500.5, taxType: 5 }],
});
console.log(JSON.stringify(answer));
