import { z } from "zod";
import type { Call } from "./call.js";
import { environmentNames } from "./environment.js";

export const faultSchema = z.strictObject({
  /** The SOAP operation it strikes; "*" is any. */
  operation: z.string().default("*"),
  /** Before the call has any effect, or after it (a CAE is granted, the answer suffers). */
  when: z.enum(["before", "after"]).default("before"),
  /**
   * `repeat`: the network delivers the request twice, and the second delivery is answered; the first one comes now
   * (`before`), or the second one does (`after`). `hang`: nothing is ever answered, until the faults are cleared, which
   * cuts the connection.
   */
  action: z.enum(["drop", "delay", "status", "html", "truncate", "error", "fault", "repeat", "hang"]),
  /** Waits this long first, whatever the action; `delay` only waits and goes on. */
  ms: z.number().nonnegative().default(0),
  status: z.int().default(503),
  body: z.string().default(""),
  code: z.coerce.string().default("501"),
  msg: z.string().default("Error interno de base de datos - FECAESolicitar"),
  /** How often it strikes; null is without end. */
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
  /** All, or those of one point of sale; what hangs goes with all. */
  clear: (pos?: number) => void;
  /** Settles at the next `clear`. */
  cleared: () => Promise<void>;
  /** The oldest fault scripted for this call and moment, counted as struck. */
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
