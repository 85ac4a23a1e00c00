import { randomUUID } from "node:crypto";
import { Pool } from "undici";
import { preciseNowMs } from "../../shared/process/stages.js";
import { invoiceB } from "../support/samples/invoice.js";

/** One numbering sequence and the key that issues on it. */
export interface Sequence {
  company: string;
  key: string;
  posNumber: number;
}

/** The sequence of a sender. With more senders than sequences, several share one. */
export function sequenceOf(sequences: Sequence[], sender: number): Sequence {
  const sequence = sequences[sender % sequences.length];
  if (!sequence) throw new RangeError("there is no sequence to issue on");
  return sequence;
}

/** The times are of `preciseNowMs`, which all processes of one machine share. */
export interface Issued {
  requestId: string;
  sentAtMs: number;
  answeredAtMs: number;
}

interface Answered extends Issued {
  status: number;
  text: string;
}

export interface Client {
  /** Issues one voucher. @param over fields of the body @throws Error unless it was answered 201 */
  issue(sequence: Sequence, over?: object): Promise<Issued>;
  /** Asks for one voucher and gives any answer. @param idempotency by default a new key */
  ask(sequence: Sequence, idempotency?: string, over?: object): Promise<Answered>;
  close(): Promise<void>;
}

/** Calls the APIs in turns over keep-alive connections, with one connection for each concurrent request. */
export function openClient(origins: string[]): Client {
  const pools = origins.map((origin) => new Pool(origin, { pipelining: 1, headersTimeout: 0, bodyTimeout: 0 }));
  let asked = 0;
  const next = () => pools[asked++ % pools.length] as Pool;
  const ask: Client["ask"] = async ({ company, key, posNumber }, idempotency, over) => {
    const requestId = `bench-${randomUUID()}`;
    const sentAtMs = preciseNowMs();
    const { statusCode: status, body } = await next().request({
      path: `/api/${company}/invoices`,
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "x-request-id": requestId },
      body: JSON.stringify(invoiceB({ posNumber, idempotency: idempotency ?? requestId, ...over })),
    });
    const text = await body.text();
    return { requestId, sentAtMs, answeredAtMs: preciseNowMs(), status, text };
  };
  return {
    ask,
    async issue(sequence, over) {
      const { status, text, ...issued } = await ask(sequence, undefined, over);
      if (status !== 201) throw new Error(`an issuance was answered ${status}: ${text}`);
      return issued;
    },
    close: async () => void (await Promise.all(pools.map((pool) => pool.close()))),
  };
}
