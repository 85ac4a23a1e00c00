import { z } from "zod";
import type { Call } from "./call.js";
import { environmentNames } from "./environment.js";

export const faultSchema = z.strictObject({
  /** The SOAP operation that it strikes; "*" is any. */
  operation: z.string().default("*"),
  /** Before the call has any effect, or after it: a CAE is granted, and only the answer is affected. */
  when: z.enum(["before", "after"]).default("before"),
  /**
   * `repeat`: the request is delivered twice, and the client gets the second answer. With `before` both deliveries come at
   * once; with `after` the second one comes `ms` later.
   * `hang`: no answer until the faults are cleared, which cuts the connection.
   */
  action: z.enum(["drop", "delay", "status", "html", "truncate", "error", "fault", "repeat", "hang"]),
  /** A wait before any action; `delay` only waits. */
  ms: z.number().nonnegative().default(0),
  status: z.int().default(503),
  body: z.string().default(""),
  code: z.coerce.string().default("501"),
  msg: z.string().default("Error interno de base de datos - FECAESolicitar"),
  /** How often it strikes; null for no limit. */
  times: z.int().positive().nullable().default(1),
  env: z.enum(environmentNames).optional(),
  cuit: z.coerce.string().optional(),
  pos: z.int().optional(),
  type: z.int().optional(),
  number: z.int().optional(),
});

export type Fault = z.infer<typeof faultSchema>;
export type ScriptedFault = Fault & { id: number; struck: number };

export type FaultBook = {
  push: (fault: Fault) => ScriptedFault;
  pending: () => ScriptedFault[];
  /** Removes all faults, or those of one point of sale. Removing all also cuts the calls that hang. */
  clear: (pos?: number) => void;
  /** Resolves when all faults are cleared. */
  cleared: () => Promise<void>;
  /** Gives the oldest fault for this call and moment, and counts it as struck. */
  take: (call: Call, when: Fault["when"]) => ScriptedFault | undefined;
};

const strikes = (fault: Fault, call: Call, when: Fault["when"]) =>
  fault.when === when &&
  ["*", call.operation].includes(fault.operation) &&
  (fault.env === undefined || fault.env === call.environment) &&
  (fault.cuit === undefined || fault.cuit === call.cuit) &&
  (fault.pos === undefined || fault.pos === call.pos) &&
  (fault.type === undefined || fault.type === call.type) &&
  (fault.number === undefined || call.numbers.includes(fault.number));

export function createFaultBook(): FaultBook {
  let faults: ScriptedFault[] = [];
  let lastId = 0;
  const waiting: (() => void)[] = [];
  return {
    push(fault) {
      lastId += 1;
      const scripted = { ...fault, id: lastId, struck: 0 };
      faults.push(scripted);
      return scripted;
    },
    pending: () => faults,
    clear(pos) {
      faults = pos === undefined ? [] : faults.filter((fault) => fault.pos !== pos);
      if (pos === undefined) for (const resolve of waiting.splice(0)) resolve();
    },
    cleared: () => new Promise((resolve) => waiting.push(resolve)),
    take(call, when) {
      const fault = faults.find((candidate) => strikes(candidate, call, when));
      if (!fault) return undefined;
      fault.struck += 1;
      if (fault.times !== null && fault.struck >= fault.times) faults = faults.filter(({ id }) => id !== fault.id);
      return fault;
    },
  };
}
