import { randomBytes, randomUUID } from "node:crypto";
import { pngImage } from "../support/samples/images.js";
import { invoiceB } from "../support/samples/invoice.js";
import type { Ask } from "./neighbour-client.js";
import type { World } from "./neighbour-world.js";

/** One way to misbehave. */
export interface Kind {
  what: string;
  /** Each sender goes on after its answer. */
  senders: number;
  /** A sender's pause after each step, in milliseconds. */
  pauseMs?: number;
  /** Needs the renderer and the mailer. */
  prints?: true;
  /** Gives the step that every sender repeats. */
  open(ask: Ask, world: World): (sender: number) => Promise<unknown>;
}

/** By the name that `--only` takes. */
export const kinds: Record<string, Kind> = {
  listings: { what: "lists its vouchers with the dearest filters", ...list(({ listings }) => listings) },
  "audit-log": { what: "lists its audit log", ...list(({ auditLog }) => auditLog) },
  limits: { what: "fills its limits, and goes on changing and listing what it has", senders: 40, open: fillLimits },
  prints: { what: "floods PDFs and mails", senders: 20, prints: true, open: floodPrints },
  writes: {
    what: "sends 600 vouchers at once",
    senders: 600,
    open: (ask, { pointsOfSale }) => {
      return (sender) => ask("POST", "/invoices", { json: invoiceB({ posNumber: 1 + (sender % pointsOfSale) }) });
    },
  },
  logos: { what: "uploads logos of 512 KiB", senders: 40, open: uploadLogos },
  "bad-keys": { what: "offers bad keys, from the quiet company's address", ...offerBadKeys(() => undefined) },
  "bad-keys-many": {
    what: "offers bad keys, from 200 addresses",
    ...offerBadKeys((at) => `203.0.113.${at % 200}`),
  },
};

/** Twice as many at once as the API takes of one company. */
function list(pathsOf: (world: World) => string[]) {
  return {
    senders: 40,
    open: (ask: Ask, world: World) => {
      const paths = pathsOf(world);
      let next = 0;
      return () => ask("GET", paths[next++ % paths.length] ?? "/invoices");
    },
  };
}

/** Keys, points of sale and certificates. At the limit of keys it revokes one now and then, and makes another. */
function fillLimits(ask: Ask, { pointsOfSale }: World) {
  const macKeys: number[] = [];
  let [step, nextNumber] = [0, pointsOfSale + 1];
  const additionalDataKeys = Array.from({ length: 50 }, (_, at) => ({
    key: `key-${at}`,
    label: "x".repeat(100),
    printed: true,
  }));
  const steps: (() => Promise<unknown>)[] = [
    async () => {
      const { status, result } = await ask("POST", "/api-keys", { json: { name: "more" } });
      const revoked = status === "400" ? macKeys.shift() : undefined;
      if (result?.id) macKeys.push(result.id);
      if (revoked) await ask("DELETE", `/api-keys/${revoked}`);
    },
    () => ask("GET", "/api-keys?limit=200"),
    () => ask("POST", "/points-of-sale", { json: { number: nextNumber++, name: "x".repeat(200), additionalDataKeys } }),
    () => ask("PATCH", `/points-of-sale/${1 + (step % pointsOfSale)}`, { json: { name: randomUUID() } }),
    () => ask("GET", "/points-of-sale?limit=200"),
    () => ask("POST", "/certificates", { json: { alias: `more-${step}` } }),
    () => ask("GET", "/certificates?limit=200"),
  ];
  return async () => steps[step++ % steps.length]?.();
}

/** Each voucher has three mails and is printed anew, downloaded, and downloaded with copies that were not printed yet. */
function floodPrints(ask: Ask, { pointsOfSale }: World) {
  const emails = ["a", "b", "c"].map((name) => ({ email: `${name}@example.com` }));
  return async (sender: number) => {
    const json = invoiceB({ posNumber: 1 + (sender % pointsOfSale), emails });
    const id = (await ask("POST", "/invoices", { json })).result?.id;
    if (id === undefined) return;
    await ask("POST", `/invoices/${id}/pdf`);
    await ask("GET", `/invoices/${id}/pdf`);
    await ask("GET", `/invoices/${id}/pdf?versions=1,2,3`);
  };
}

/** Another image at every upload, so that each is stored and replaces the one before. */
function uploadLogos(ask: Ask, { pointsOfSale }: World) {
  const images = Array.from({ length: 8 }, (_, at) => pngImage(400 + at, 100, { padding: 520_000 }));
  let next = 0;
  return (sender: number) =>
    ask("PUT", `/points-of-sale/${1 + (sender % pointsOfSale)}/logo`, { png: images[next++ % images.length] });
}

/** A guesser waits for nothing, so its pace is bounded here: at most 300 keys a second. */
function offerBadKeys(addressOf: (at: number) => string | undefined) {
  return {
    senders: 30,
    pauseMs: 100,
    open: (ask: Ask) => {
      let at = 0;
      return () =>
        ask("GET", "/quota", { key: `PROD_${randomBytes(24).toString("base64url")}`, from: addressOf(at++) });
    },
  };
}
