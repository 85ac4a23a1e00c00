import { Webhook } from "standardwebhooks";
import type { System } from "../../support/processes/open-system.js";
import type { Random } from "../../support/samples/random.js";
import { type Reaction, startWebhookReceiver } from "../../support/servers/webhook-receiver.js";

/** The endpoints that take everything in the end. Each fails at times in its own way. */
export const livingEndpoints = ["/failing", "/hanging", "/resetting", "/vanishing"];

const invoiceEvents = ["issued", "imported", "unconfirmed", "settled", "pdf_ready", "email_sent", "email_failed"];

/** A request that an endpoint got, whatever it answered. */
export interface Told {
  endpoint: string;
  eventId: string;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the judge reads what the type of the event has
  data: any;
  isSigned: boolean;
}

export interface Endpoints extends AsyncDisposable {
  told: Told[];
  /** Makes them webhooks of the demo company. */
  register(system: System): Promise<void>;
  /** Takes the port of `/vanishing` away. Gives a function that brings it back. */
  vanish(): Promise<() => Promise<unknown>>;
  /** From now on all that live take everything. */
  calm(): void;
}

/** The living endpoints and `/dead`, which never answers. */
export async function startEndpoints(random: Random): Promise<Endpoints> {
  const told: Told[] = [];
  const secrets = new Map<string, string>();

  const reactionOf: Record<string, (attempt: number) => Reaction> = {
    "/failing": (attempt) => (attempt <= 2 && random.chance(0.2) ? 500 : 200),
    // What hangs has a place of the endpoint for 15 seconds. So not more than half of them hang at once.
    "/hanging": () => (steady.hanging("/hanging") < 2 && random.chance(0.1) ? "hang" : 200),
    "/resetting": (attempt) => (attempt <= 2 && random.chance(0.2) ? "reset" : 200),
    "/vanishing": () => 200,
    "/dead": () => "hang",
  };
  const start = () =>
    startWebhookReceiver(({ path, headers, body, payload }, attempt) => {
      const isSigned = verifies(secrets.get(path), body, headers);
      told.push({ endpoint: path, eventId: headers["webhook-id"] ?? "", ...payload, isSigned });
      return reactionOf[path]?.(attempt) ?? 404;
    });
  const [steady, vanishing] = [await start(), await start()];

  return {
    told,
    async register(system) {
      for (const path of [...livingEndpoints, "/dead"]) {
        const { url } = path === "/vanishing" ? vanishing : steady;
        const body = { url: url + path, events: invoiceEvents.map((name) => `invoice.${name}`) };
        const answer = await system.request<{ secret: string }>("/webhooks", { method: "POST", body });
        if (answer.status !== 201) throw new Error(`the webhook ${path} was refused: ${answer.body.error}`);
        secrets.set(path, answer.body.result.secret);
      }
    },
    vanish: vanishing.vanish,
    calm() {
      for (const path of livingEndpoints) reactionOf[path] = () => 200;
      steady.release("/hanging");
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([steady[Symbol.asyncDispose](), vanishing[Symbol.asyncDispose]()]);
    },
  };
}

function verifies(secret: string | undefined, body: string, headers: Record<string, string>): boolean {
  try {
    return secret !== undefined && new Webhook(secret).verify(body, headers) !== undefined;
  } catch {
    return false;
  }
}
