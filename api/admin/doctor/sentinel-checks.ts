import { Redis } from "ioredis";
import { readSentinelUrl, type SentinelAddress } from "../../../shared/config/redis-url.js";
import { type CheckResult, failed, passed } from "./check.js";

const timeoutMs = 5_000;

/** Whether more than half of the Sentinels answer, and all that do name the same master: fewer elect no other one when it dies. */
export async function checkSentinels(url: string): Promise<CheckResult> {
  const address = readSentinelUrl(url);
  const answers = await Promise.all(address.sentinels.map((sentinel) => askForMaster(sentinel, address)));
  const masters = answers.filter((answer) => answer !== undefined);
  const [master, ...others] = new Set(masters);
  const count = `${masters.length} of ${answers.length} Sentinels`;
  if (master === undefined || masters.length * 2 <= answers.length) {
    const fix = `Start the Sentinels that REDIS_URL names, and let them watch the master as ${address.name}.`;
    return failed("redis sentinels", `${count} know a master named ${address.name}`, fix);
  }
  if (others.length === 0) return passed("redis sentinels", `${count} name the master ${master}`);
  const fix = "Wait for the end of a failover; else compare the Sentinels' settings.";
  return failed("redis sentinels", `${count} name different masters: ${[master, ...others].join(", ")}`, fix);
}

/** Undefined when it does not answer, or knows no master of this name. */
async function askForMaster(
  { host, port }: SentinelAddress["sentinels"][number],
  { name, sentinelPassword, tls }: SentinelAddress,
): Promise<string | undefined> {
  const sentinel = new Redis({
    ...{ host, port, lazyConnect: true, enableReadyCheck: false, retryStrategy: () => null, maxRetriesPerRequest: 0 },
    ...{ connectTimeout: timeoutMs, commandTimeout: timeoutMs },
    ...(sentinelPassword && { password: sentinelPassword }),
    ...(tls && { tls: {} }),
  });
  sentinel.on("error", () => undefined);
  try {
    await sentinel.connect();
    const found = (await sentinel.call("SENTINEL", "get-master-addr-by-name", name)) as string[] | null;
    return found?.join(":");
  } catch {
    return undefined;
  } finally {
    sentinel.disconnect();
  }
}
