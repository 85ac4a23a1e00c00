import type { EnvironmentName } from "./environment.js";

export type HttpAnswer = {
  status: number;
  /** Null for an answer without this header. */
  contentType: string | null;
  body: string;
};

/** One SOAP call that is parsed but not yet carried out. */
export type Call = {
  environment: EnvironmentName;
  operation: string;
  cuit?: string | undefined;
  pos?: number;
  type?: number;
  /** The voucher numbers in the call. */
  numbers: number[];
  /** The declared total of each number, if the call declares totals. */
  totals?: string[];
  /** The caller's place in its trace, if it told it. */
  traceparent?: string | undefined;
  run: () => HttpAnswer | Promise<HttpAnswer>;
  /** Makes the answer of a scripted business error: `Errors` in WSFEv1, `arrayErrores` in WSFECred, a fault elsewhere. */
  error: (code: string, msg: string) => HttpAnswer;
  fault: (code: string, msg: string) => HttpAnswer;
};

type SoapHttpRequest = { soapAction: string | undefined; contentType: string; body: string };

/** Parses a request into a call, or gives the answer to a request that cannot be parsed. */
export type OpenCall = (request: SoapHttpRequest) => Call | HttpAnswer;

export const isCall = (opened: Call | HttpAnswer): opened is Call => "run" in opened;
