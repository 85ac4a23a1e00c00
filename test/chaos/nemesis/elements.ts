import { setTimeout as sleep } from "node:timers/promises";
import type { System } from "../../support/processes/open-system.js";
import type { Exchange } from "../../support/readers/exchange.js";
import { groupBy } from "../../support/readers/group-by.js";
import type { Violation } from "../../support/readers/violations.js";
import { invoiceB } from "../../support/samples/invoice.js";
import type { Random } from "../../support/samples/random.js";
import type { Api } from "./clients.js";
import { placeOf } from "./places.js";
import type { SharedSequence } from "./sequences.js";
import type { Open } from "./settle.js";

/** One element as `GET /batches/{id}/results` tells it. */
export interface Result {
  index: number;
  idempotency: string;
  state: "pending" | "issued" | "failed";
  id: number | null;
  voucherNumber: number | null;
  cae: string | null;
  totalAmount: string | null;
  code: string | null;
}

interface StoredVoucher {
  id: number;
  cae: string;
  number: number;
  total: string;
}

/** A batch that the API said it recorded. */
interface SentBatch {
  sequence: Pick<SharedSequence, "company" | "production" | "key">;
  id: number;
  bodies: Record<string, unknown>[];
}

export interface ElementsReport {
  issued: number;
  failed: number;
  violations: Violation[];
}

const sequencesOfBatch = 5;
const pageSize = 200;

/** Prices of their own, far from those of the clients. */
const firstPrice = 1_000_000;

export interface ElementsRun {
  /** What each element asks for. Its outcome is told by its batch. */
  asked: Exchange[];
  sent(): Promise<SentBatch[]>;
  /** What a client does that finds its batch gone: sends those again that the service does not know any more. Gives how many. */
  sendAgain(): Promise<number>;
  /** Elements without an outcome, each with its sequence; all of them while the batches are not recorded, or cannot be read. */
  open(): Promise<Open[]>;
}

/**
 * Sends batches with `count` elements in all over five sequences: one batch for each company and environment, since a batch belongs to
 * one. Each is sent again with the same keys until it is recorded, so that some keys belong to several batches. `from` keeps the keys
 * of several calls apart: at least as much as all calls before have sent.
 */
export function sendElements(
  system: System,
  random: Random,
  { count, sequences, apis, from = 0 }: { count: number; sequences: SharedSequence[]; apis: Api[]; from?: number },
): ElementsRun {
  const chosen = sequences.filter(({ isShared }) => !isShared).slice(0, sequencesOfBatch);
  const counts = new Map<string, number>();
  const bodies = Array.from({ length: count }, (_, at) => {
    const sequence = chosen[at % chosen.length] as SharedSequence;
    const price = firstPrice + from + at;
    // The same keys in each company and environment.
    const tenant = `${sequence.company}/${sequence.production}`;
    counts.set(tenant, (counts.get(tenant) ?? 0) + 1);
    const registered = { docType: 80, docNumber: "30710151543", name: "Librería del Sur S.R.L.", taxType: 1 };
    const body = invoiceB({
      idempotency: `element-${from + (counts.get(tenant) ?? 0)}`,
      posNumber: sequence.posNumber,
      voucherType: sequence.voucherType,
      items: [{ description: "Yerba mate 1 kg", quantity: 1, price, taxType: 5 }],
      ...(sequence.voucherType === 1 && { customer: registered }),
    });
    return { sequence, body };
  });
  const groups = [...groupBy(bodies, ({ sequence }) => `${sequence.company}/${sequence.production}`).values()].map(
    (group) => ({ sequence: group[0]?.sequence as SharedSequence, bodies: group.map(({ body }) => body) }),
  );

  async function send(group: Omit<SentBatch, "id">): Promise<SentBatch> {
    const { company, key } = group.sequence;
    for (;;) {
      const answer = await system
        .request<{ id: number }>("/batches", {
          method: "POST",
          company,
          key,
          via: random.pick(apis),
          body: { name: "Nemesis", invoices: group.bodies },
          signal: AbortSignal.timeout(60_000),
        })
        .catch(() => undefined);
      if (answer?.status === 202) return { ...group, id: answer.body.result.id };
      await sleep(500);
    }
  }

  const sentAtMs = performance.now();
  const asked = bodies.map(({ sequence: { company, production }, body }) => ({
    ...{ company, production, body, sentAtMs },
    idempotency: String(body.idempotency),
  }));
  let recorded: SentBatch[] | undefined;
  const record = async (sending: Promise<SentBatch[]>) => {
    recorded = await sending;
    return recorded;
  };
  let sent = record(Promise.all(groups.map(send)));
  /** Nothing of these is pending any more, so nobody asks for them again and again. */
  const ended = new Set<SentBatch>();
  return {
    asked,
    sent: () => sent,
    async sendAgain() {
      const before = await sent;
      const isGone = await Promise.all(before.map((batch) => isUnknown(system, batch, random.pick(apis))));
      sent = record(Promise.all(before.map((batch, at) => (isGone[at] ? send(batch) : batch))));
      await sent;
      return isGone.filter(Boolean).length;
    },
    async open() {
      if (!recorded) return [pendingAt(undefined)];
      const pending = await Promise.all(
        recorded
          .filter((batch) => !ended.has(batch))
          .map((batch) =>
            readResults(system, batch).then(
              (results) => {
                const open = results.filter(({ state }) => state === "pending");
                if (open.length === 0) ended.add(batch);
                return open.map(({ index }) => pendingAt(placeIn(batch, index)));
              },
              () => [pendingAt(undefined)],
            ),
          ),
      );
      return pending.flat();
    },
  };
}

/** Whether the service knows nothing of a batch that it recorded. */
async function isUnknown(system: System, { sequence, id }: SentBatch, via: Api): Promise<boolean> {
  const { company, key } = sequence;
  for (;;) {
    const answer = await system.request(`/batches/${id}`, { company, key, via }).catch(() => undefined);
    if (answer?.status === 200 || answer?.status === 404) return answer.status === 404;
    await sleep(500);
  }
}

const pendingAt = (place: string | undefined): Open => ({
  ...{ invariant: "I10", place },
  text: `an element of ${place ?? "a batch that cannot be read"} is pending`,
});

/** The sequence of an element. */
const placeIn = ({ sequence, bodies }: SentBatch, index: number): string =>
  placeOf({
    ...sequence,
    posNumber: Number(bodies[index]?.posNumber),
    voucherType: Number(bodies[index]?.voucherType),
  });

async function readResults(system: System, { sequence, id, bodies }: SentBatch): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < bodies.length) {
    const { company, key } = sequence;
    const path = `/batches/${id}/results?limit=${pageSize}&offset=${results.length}`;
    const { status, body } = await system.request<Result[]>(path, { company, key });
    if (status !== 200 || body.result.length === 0) throw new Error(`results of batch ${id}: ${status}`);
    results.push(...body.result);
  }
  return results;
}

/**
 * Compares what the API tells of each element with our vouchers. Call it when nothing is under way.
 * @param isStanding whether the sequence waits for a person for good
 */
export async function judgeElements(
  system: System,
  { sent }: ElementsRun,
  isStanding: (place: string) => boolean,
): Promise<ElementsReport> {
  const batches = await sent();
  const all = await Promise.all(batches.map(async (batch) => ({ batch, results: await readResults(system, batch) })));
  const vouchers = await system.sql<StoredVoucher & { name: string }>(`
    SELECT v.id, c.code || '/' || i.production || '/' || i.idempotency AS name, v.cae, v.voucher_number AS number, v.total_amount::text AS total
    FROM voucher v JOIN issuance i ON i.id = v.issuance_id JOIN company c ON c.id = i.company_id`);
  const byName = new Map(vouchers.map((one) => [one.name, one]));
  const violations = all.flatMap(({ batch, results }) =>
    results.flatMap((told, at) => {
      const { company, production } = batch.sequence;
      const name = `${company}/${production}/${told.idempotency}`;
      const mayWait = isStanding(placeIn(batch, told.index));
      const wrong = judgeResult(name, told, { voucher: byName.get(name), mayWait });
      const isInOrder = told.index === at && told.idempotency === batch.bodies[at]?.idempotency;
      const displaced = { invariant: "I6", text: `result ${at} of batch ${batch.id} is ${JSON.stringify(told)}` };
      return isInOrder ? wrong : [...wrong, displaced];
    }),
  );
  const count = (state: Result["state"]) =>
    all.flatMap(({ results }) => results).filter((one) => one.state === state).length;
  return { issued: count("issued"), failed: count("failed"), violations };
}

/** What the API tells of an element is true, and none is pending that waits for nobody. */
export function judgeResult(
  name: string,
  told: Result,
  { voucher, mayWait }: { voucher: StoredVoucher | undefined; mayWait: boolean },
): Violation[] {
  const text = `element ${name} is told as ${JSON.stringify(told)}`;
  switch (told.state) {
    case "pending":
      return mayWait ? [] : [{ invariant: "I10", text }];
    case "issued": {
      const isTrue =
        voucher?.id === told.id &&
        voucher?.cae === told.cae &&
        voucher?.number === told.voucherNumber &&
        Number(voucher?.total) === Number(told.totalAmount);
      return isTrue ? [] : [{ invariant: "I6", text }];
    }
    case "failed":
      return voucher === undefined || told.code === "TAXAUTH_UNCONFIRMED" ? [] : [{ invariant: "I6", text }];
  }
}
