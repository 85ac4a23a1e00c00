import type { Context } from "hono";
import type { Log } from "../../shared/logging/log.js";
import { whenTaken } from "./when-taken.js";

/**
 * Begins the task once the answer is with the system, or its connection gone. So what the task does, and for whom, cannot be told by the
 * time that the answer takes. A request that a page makes within this process has no connection: there it begins in the next turn of
 * the loop. Nobody waits for the task, so a failure is logged.
 */
export function afterAnswer(c: Context, log: Log, task: () => Promise<unknown>): void {
  const requestId: string = c.get("requestId");
  const begin = () =>
    void task().catch((error) => log.error({ error, requestId }, "what was to follow an answer failed"));
  whenTaken(c, () => setImmediate(begin));
}
