import type { Redis } from "ioredis";
import { type Tenant, tenantKey } from "../domain/tenant.js";

/** Whose turn a job takes. A company in one environment is one party. */
export interface Turn extends Tenant {
  /** Somebody waits for it: it goes ahead of the other jobs of its round. */
  asked?: boolean;
}

/**
 * A round gives each party one asked job and one other job. A new job joins the round that is being served, or the one after its
 * party's last. The rounds stand in Redis only as long as jobs wait: without them the next job begins a new first round. If jobs
 * vanish, the count of those that do wait limits how far a party can lie behind.
 * This is self-clocked fair queueing (S. J. Golestani, 1994) with jobs of one size.
 */
const script = `
  if redis.call("EXISTS", KEYS[3]) == 1 then return nil end
  local first = redis.call("ZRANGE", KEYS[2], 0, 0, "WITHSCORES")
  local current = 1
  if first[2] then
    current = math.ceil(math.floor(tonumber(first[2]) / 0x100000000) / 2)
  else
    redis.call("DEL", KEYS[1])
  end
  local after = tonumber(redis.call("HGET", KEYS[1], ARGV[1]) or 0) + 1
  local last = math.min(current + redis.call("ZCARD", KEYS[2]), tonumber(ARGV[2]))
  local round = math.min(math.max(current, after), last)
  redis.call("HSET", KEYS[1], ARGV[1], round)
  return round`;

/** BullMQ's priorities end at 2^21. Beyond, jobs share the last round in order of arrival until the line was empty once. */
const lastRound = 2 ** 20;

/**
 * BullMQ's priority of a job that is about to be added: lower goes first, and equal ones go in order of arrival. Undefined when
 * there is a job of this id already: it must not use up a second turn.
 */
export async function takeTurn(
  redis: Redis,
  queueName: string,
  jobId: string,
  turn: Turn,
): Promise<number | undefined> {
  const party = `${tenantKey(turn)}${turn.asked ? ":asked" : ""}`;
  const keys = [`turns:${queueName}`, `${queueName}:prioritized`, `${queueName}:${jobId}`].map(
    (key) => `talonario:${key}`,
  );
  const round = await redis.eval(script, keys.length, ...keys, party, lastRound);
  return round === null ? undefined : 2 * Number(round) - (turn.asked ? 1 : 0);
}
