import type { Call } from "./call.js";

/** A call as it arrived, with any outcome. */
export type ReceivedRequest = Omit<Call, "run" | "error" | "fault"> & {
  /** Epoch milliseconds. */
  atMs: number;
};

export type RequestLog = { add: (call: Call) => void; all: () => ReceivedRequest[]; clear: () => void };

const capacity = 100_000;

/** The latest calls, oldest first. */
export function createRequestLog(): RequestLog {
  let requests: ReceivedRequest[] = [];
  return {
    add({ run: _run, error: _error, fault: _fault, ...call }) {
      if (requests.length >= capacity) requests = requests.slice(capacity / 2);
      requests.push({ ...call, atMs: Date.now() });
    },
    all: () => requests,
    clear() {
      requests = [];
    },
  };
}
