import type { ServerResponse } from "node:http";
import type { Context } from "hono";
import type { Log } from "../shared/log.js";

/**
 * Begins the task once the answer is with the system, or its connection gone. So what the task does, and for whom, cannot be told by the
 * time that the answer takes. A request that a page makes within this process has no connection: there it begins in the next turn of
 * the loop. Nobody waits for the task, so a failure is logged.
 */
export function afterAnswer(c: Context, log: Log, task: () => Promise<unknown>): void {
  const requestId: string = c.get("requestId");
  const begin = () =>
    void task().catch((error) => log.error({ error, requestId }, "what was to follow an answer failed"));
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
  if (outgoing) outgoing.once("close", begin);
  else setImmediate(begin);
}
