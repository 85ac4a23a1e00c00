import type { VatRounding } from "../../domain/amounts.js";

export const scopes = ["read", "issue", "configure"] as const;
export type Scope = (typeof scopes)[number];

/** Rights of a caller, in one company and environment. */
interface Rights {
  scopes: Scope[];
  companyId: number;
  companyCode: string;
  production: boolean;
  taxType: number;
  vatRounding: VatRounding;
}

/** An API key, over HTTP. */
export type KeyCaller = Rights & { apiKeyId: number; userEmail: null };

/** The service itself, which bills what was paid. */
export type ServiceCaller = Rights & { apiKeyId: null; userEmail: null };

/** The caller of a request: an API key, a person of the web application, or the service itself. */
export type Caller = KeyCaller | (Rights & { apiKeyId: null; userEmail: string }) | ServiceCaller;
