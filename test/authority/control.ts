import { z } from "zod";
import { toFiscalDate } from "./argentine-time.js";
import { type AccountState, accountStates } from "./buyer-decisions.js";
import { listCodes } from "./caea/code-view.js";
import { type Environment, environmentNames } from "./environment.js";
import { faultSchema } from "./faults.js";
import { type FceAccount, openFceAccounts } from "./fce-accounts.js";
import { foreignVoucherSchema, issueForeign } from "./foreign-voucher.js";
import { viewVoucher } from "./ledger-view.js";
import { defaultSettings, settingsSchema } from "./settings.js";
import { isCreditInvoice, isInvoice } from "./voucher-class.js";
import type { World } from "./world.js";

export type ControlRequest = { method: string; path: string; query: URLSearchParams; body: string };
export type ControlAnswer = { status: number; body: unknown };

const ledgerQuery = z.object({
  env: z.enum(environmentNames).optional(),
  cuit: z.string().optional(),
  pos: z.coerce.number().optional(),
  type: z.coerce.number().optional(),
});
const requestQuery = z.object({
  operation: z.string().optional(),
  pos: z.coerce.number().optional(),
  type: z.coerce.number().optional(),
});
const faultQuery = z.object({ pos: z.coerce.number().optional() });
const decisionBody = z.strictObject({
  env: z.enum(environmentNames).default("homologation"),
  cuit: z.coerce.string(),
  pos: z.int(),
  type: z.int(),
  number: z.int(),
  state: z.enum(accountStates),
});
const noteStates: ReadonlySet<AccountState> = new Set(["Modificable", "Aceptada", "Rechazada"]);
const certificateBody = z.strictObject({ csr: z.string(), days: z.number().optional(), cuit: z.string().optional() });
const resetPart = z.enum(["ledger", "tickets", "faults", "calls", "settings"]);
const resetBody = z.strictObject({ only: z.array(resetPart).optional() });

function listLedger({ environments }: World, query: URLSearchParams): unknown {
  const { env, cuit, pos, type } = ledgerQuery.parse(Object.fromEntries(query));
  const vouchers = environmentNames
    .filter((name) => env === undefined || env === name)
    .flatMap((name) => environments[name].ledger.all().map((voucher) => viewVoucher(name, voucher)))
    .filter((voucher) => cuit === undefined || voucher.cuit === cuit)
    .filter((voucher) => pos === undefined || voucher.pos === pos)
    .filter((voucher) => type === undefined || voucher.type === type);
  return { vouchers };
}

function countCalls({ calls }: World): unknown {
  const byEnvironment: Record<string, Record<string, number>> = { homologation: {}, production: {} };
  const total: Record<string, number> = {};
  for (const [key, count] of calls) {
    const [environment = "", operation = ""] = key.split(" ");
    byEnvironment[environment] = { ...byEnvironment[environment], [operation]: count };
    total[operation] = (total[operation] ?? 0) + count;
  }
  return { calls: total, byEnvironment };
}

function reset(world: World, parts: z.infer<typeof resetPart>[]): void {
  for (const { ledger, decisions, codes, tickets } of Object.values(world.environments)) {
    if (parts.includes("ledger")) {
      ledger.clear();
      decisions.clear();
      codes.clear();
    }
    if (parts.includes("tickets")) tickets.clear();
  }
  if (parts.includes("faults")) world.faults.clear();
  if (parts.includes("calls")) {
    world.calls.clear();
    world.requests.clear();
  }
  if (parts.includes("settings")) world.settings = { ...defaultSettings };
}

function listRequests({ requests }: World, query: URLSearchParams): unknown {
  const { operation, pos, type } = requestQuery.parse(Object.fromEntries(query));
  const matching = requests
    .all()
    .filter((request) => operation === undefined || request.operation === operation)
    .filter((request) => pos === undefined || request.pos === pos)
    .filter((request) => type === undefined || request.type === type);
  return { requests: matching };
}

function accountsOf(world: World, environment: Environment) {
  return openFceAccounts(environment, {
    today: toFiscalDate(world.now()),
    acceptanceDays: world.settings.fce.acceptanceDays,
  });
}

function listFceAccounts(world: World, query: URLSearchParams): unknown {
  const { env, cuit } = ledgerQuery.parse(Object.fromEntries(query));
  const accounts = environmentNames
    .filter((name) => env === undefined || env === name)
    .flatMap((name) =>
      accountsOf(world, world.environments[name])
        .list()
        .map((account) => ({ env: name, ...account })),
    )
    .filter((account) => cuit === undefined || account.cuit === cuit);
  return { accounts };
}

/** The buyer accepts or rejects a credit invoice or one of its notes. Only an invoice can be cancelled or taken to the depositary. */
function decide(world: World, { env, state, ...id }: z.infer<typeof decisionBody>): unknown {
  const environment = world.environments[env];
  if (!isCreditInvoice(id.type) || !environment.ledger.find(id, id.number)) throw new Error("no such credit invoice");
  if (!isInvoice(id.type) && !noteStates.has(state)) throw new Error(`a note cannot be ${state}`);
  environment.decisions.keep({ ...id, state });
  const isOf = (account: FceAccount) =>
    [account, ...account.notes].some(
      ({ cuit, pos, type, number }) => cuit === id.cuit && pos === id.pos && type === id.type && number === id.number,
    );
  return { account: accountsOf(world, environment).list().find(isOf) };
}

type Route = (world: World, request: { body: unknown; query: URLSearchParams }) => unknown;

const routes: Record<string, Route> = {
  "GET /ledger": (world, { query }) => listLedger(world, query),
  "GET /caea": (world, { query }) => listCodes(world, query),
  "GET /calls": (world) => countCalls(world),
  "GET /requests": (world, { query }) => listRequests(world, query),
  "GET /faults": ({ faults }) => ({ faults: faults.pending() }),
  "POST /faults": ({ faults }, { body }) => ({ fault: faults.push(faultSchema.parse(body)) }),
  "DELETE /faults": ({ faults }, { query }) => {
    const { pos } = faultQuery.parse(Object.fromEntries(query));
    faults.clear(pos);
    return { faults: faults.pending() };
  },
  "GET /settings": ({ settings }) => ({ settings }),
  "POST /settings": (world, { body }) => {
    world.settings = { ...world.settings, ...settingsSchema.partial().parse(body) } as typeof world.settings;
    return { settings: world.settings };
  },
  "POST /foreign": (world, { body }) => {
    const request = foreignVoucherSchema.parse(body);
    return { voucher: viewVoucher(request.env, issueForeign(world, request)) };
  },
  "GET /fce-accounts": (world, { query }) => listFceAccounts(world, query),
  "POST /fce-accounts": (world, { body }) => decide(world, decisionBody.parse(body)),
  "POST /certificates": async (world, { body }) => {
    const { csr, ...options } = certificateBody.parse(body);
    const { sign } = await world.certificates();
    return { certificate: await sign(csr, options) };
  },
  "GET /ca": async (world) => ({ certificate: (await world.certificates()).caPem }),
  "POST /reset": (world, { body }) => {
    const { only = resetPart.options } = resetBody.parse(body ?? {});
    reset(world, only);
    return { reset: only };
  },
};

/**
 * The routes under /control take and answer JSON. A wrong body gets 400 with `{error}`.
 *
 * - `GET /ledger?env=&cuit=&pos=&type=` → `{vouchers}`: every granted voucher (LedgerView), the oldest of a sequence first.
 * - `GET /caea?env=&cuit=` → `{codes}`: every CAEA with what was reported or declared under it (CodeView).
 * - `GET /calls` → `{calls: {operation: count}, byEnvironment}`: SOAP calls received; a repeated call counts twice.
 * - `GET /requests?operation=&pos=&type=` → `{requests}`: the latest calls (ReceivedRequest), oldest first.
 * - `POST /faults` one fault (faultSchema) → `{fault}`; `GET /faults` lists those left, `DELETE /faults?pos=` removes them.
 *   Examples: `{"operation": "FECAESolicitar", "when": "after", "action": "drop"}` grants the CAE and cuts the connection;
 *   `{"operation": "FECAESolicitar", "action": "repeat"}` carries the request out twice and gives the second answer;
 *   `{"env": "homologation", "action": "hang", "times": null}` makes one environment answer nothing.
 * - `POST /settings` any part of settingsSchema → `{settings}`, in force for the next call; `GET /settings`.
 *   Four of them make answers differ from what was granted: `visibilityLagMs` and `counterLagMs` (a number, or `{pos, ms}`)
 *   show a granted voucher late; `restated` `[{pos?, type?, number?, field, value}]` answers a look-up with another value
 *   or, for null, without the field; `unknownElements` `[{pos?, name, value}]` adds elements that the client did not declare.
 * - `POST /foreign` `{env?, cuit, pos, type, number?, count?, processedAgoMs?, fields?}` → `{voucher}`: another system takes
 *   the sequence's next number, or a lot of `count` numbers, now or `processedAgoMs` ago.
 * - `GET /fce-accounts?env=&cuit=` → `{accounts}`: the account of every credit invoice (FceAccount).
 * - `POST /fce-accounts` `{env?, cuit, pos, type, number, state}` → `{account}`: what the buyer says of a credit invoice or of one
 *   of its notes; `"Modificable"` takes it back. The account is that of the invoice.
 * - `POST /certificates` `{csr, days?, cuit?}` → `{certificate}`, PEM; `GET /ca` → `{certificate}`, the CA's own.
 * - `POST /reset` `{only?: ["ledger", "tickets", "faults", "calls", "settings"]}` resets these parts or all, not keys and the CA.
 */
export async function answerControl(
  world: World,
  { method, path, query, body }: ControlRequest,
): Promise<ControlAnswer> {
  const route = routes[`${method} ${path}`];
  if (!route) return { status: 404, body: { error: `no control route ${method} ${path}` } };
  try {
    return { status: 200, body: await route(world, { query, body: body === "" ? undefined : JSON.parse(body) }) };
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return { status: 400, body: { error: message } };
  }
}
