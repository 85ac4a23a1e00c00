import type { EnvironmentName } from "./environment.js";

export type HttpAnswer = { status: number; contentType: string; body: string };

/** One SOAP call, read but not yet carried out. */
export type Call = {
  environment: EnvironmentName;
  operation: string;
  cuit?: string | undefined;
  pos?: number;
  type?: number;
  /** The voucher numbers that the call speaks of. */
  numbers: number[];
  /** The declared total of each number, where the call declares any. */
  totals?: string[];
  run: () => HttpAnswer | Promise<HttpAnswer>;
  /** The service's answer to a scripted business error: `Errors` in WSFEv1, a fault elsewhere. */
  error: (code: string, msg: string) => HttpAnswer;
  fault: (code: string, msg: string) => HttpAnswer;
};

export type SoapHttpRequest = { soapAction: string | undefined; contentType: string; body: string };

/** A service reads a request into a call, or answers at once what cannot be read. */
export type OpenCall = (request: SoapHttpRequest) => Call | HttpAnswer;

export const isCall = (opened: Call | HttpAnswer): opened is Call => "run" in opened;
