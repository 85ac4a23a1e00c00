import type { z } from "zod";
import type { Decision } from "./buyer-decisions.js";
import type { CodeView } from "./caea/code-view.js";
import type { faultSchema } from "./faults.js";
import type { FceAccount } from "./fce-accounts.js";
import type { foreignVoucherSchema } from "./foreign-voucher.js";
import type { LedgerView } from "./ledger-view.js";
import type { ReceivedRequest } from "./request-log.js";
import type { Settings, settingsSchema } from "./settings.js";

type LedgerFilter = { env?: string; cuit?: string; pos?: number; type?: number };
type RequestFilter = { operation?: string; pos?: number; type?: number };

const toQuery = (filter: LedgerFilter | RequestFilter) =>
  new URLSearchParams(Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]));

/** The control routes as functions, for tests. @param control `Authority.control`, or "authority.control" of sandbox.json */
export function controlAuthority(control: string) {
  async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(control + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Answer;
  }

  return {
    async ledger(filter: LedgerFilter = {}): Promise<LedgerView[]> {
      return (await ask<{ vouchers: LedgerView[] }>("GET", `/ledger?${toQuery(filter)}`)).vouchers;
    },
    async caea(filter: Pick<LedgerFilter, "env" | "cuit"> = {}): Promise<CodeView[]> {
      return (await ask<{ codes: CodeView[] }>("GET", `/caea?${toQuery(filter)}`)).codes;
    },
    /** How many SOAP calls of an operation arrived, in both environments. */
    async calls(operation: string): Promise<number> {
      return (await ask<{ calls: Record<string, number> }>("GET", "/calls")).calls[operation] ?? 0;
    },
    /** How many SOAP calls of any kind arrived, in both environments. */
    async allCalls(): Promise<number> {
      const { calls } = await ask<{ calls: Record<string, number> }>("GET", "/calls");
      return Object.values(calls).reduce((sum, count) => sum + count, 0);
    },
    /** The calls one by one, oldest first. */
    async requests(filter: RequestFilter = {}): Promise<ReceivedRequest[]> {
      return (await ask<{ requests: ReceivedRequest[] }>("GET", `/requests?${toQuery(filter)}`)).requests;
    },
    pushFault: (fault: z.input<typeof faultSchema>) => ask<unknown>("POST", "/faults", fault),
    /** Clears all faults, or those of one point of sale. */
    clearFaults: ({ pos }: { pos?: number } = {}) =>
      ask<unknown>("DELETE", pos === undefined ? "/faults" : `/faults?pos=${pos}`),
    set: (settings: Partial<z.input<typeof settingsSchema>>) =>
      ask<{ settings: Settings }>("POST", "/settings", settings),
    async issueForeign(voucher: z.input<typeof foreignVoucherSchema>): Promise<LedgerView> {
      return (await ask<{ voucher: LedgerView }>("POST", "/foreign", voucher)).voucher;
    },
    /** The accounts of credit invoices. */
    async fceAccounts(filter: { env?: string; cuit?: string } = {}): Promise<FceAccount[]> {
      return (await ask<{ accounts: FceAccount[] }>("GET", `/fce-accounts?${toQuery(filter)}`)).accounts;
    },
    /** The buyer says what becomes of a credit invoice or of one of its notes. */
    async decideFce(decision: Decision & { env?: string }): Promise<FceAccount> {
      return (await ask<{ account: FceAccount }>("POST", "/fce-accounts", decision)).account;
    },
    async certificate(csr: string, days?: number, cuit?: string): Promise<string> {
      const body = { csr, ...(days === undefined ? {} : { days }), ...(cuit === undefined ? {} : { cuit }) };
      return (await ask<{ certificate: string }>("POST", "/certificates", body)).certificate;
    },
    reset: (only?: string[]) => ask<unknown>("POST", "/reset", only === undefined ? {} : { only }),
  };
}

export type AuthorityControl = ReturnType<typeof controlAuthority>;
