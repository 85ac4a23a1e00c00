import type { Redis } from "ioredis";
import { type Tenant, tenantKey } from "../domain/tenant.js";

/** Flow of jobs in the fair queue. A company in one environment is one party. */
export interface Flow extends Tenant {
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
  local first = redis.call("ZRANGE", KEYS[2], 0, 0, "WITHSCORES")
  local current = 1
  if first[2] then
    current = math.ceil(math.floor(tonumber(first[2]) / 0x100000000) / 2)
  else
    redis.call("DEL", KEYS[1])
  end
  local behind = current + redis.call("ZCARD", KEYS[2])
  local rounds = {}
  for at = 3, #KEYS do
    local party = ARGV[at - 1]
    if redis.call("EXISTS", KEYS[at]) == 1 then
      rounds[at - 2] = 0
    else
      local after = tonumber(redis.call("HGET", KEYS[1], party) or 0) + 1
      local round = math.min(math.max(current, after), behind, tonumber(ARGV[1]))
      redis.call("HSET", KEYS[1], party, round)
      rounds[at - 2] = round
      behind = behind + 1
    end
  end
  return rounds`;

/** BullMQ's priorities end at 2^21. Beyond, jobs share the last round in order of arrival until the line was empty once. */
const lastRound = 2 ** 20;

/** A job that is about to be added. */
export interface ArrivingJob {
  jobId: string;
  turn: Flow;
}

/**
 * BullMQ's priorities of jobs that are about to be added, in one trip: lower goes first, and equal ones go in order of arrival.
 * Undefined where there is a job of this id already: it must not use up a second turn.
 */
export async function assignFairPriorities(
  redis: Redis,
  queueName: string,
  comers: readonly ArrivingJob[],
): Promise<(number | undefined)[]> {
  const names = [
    `fair-queue:${queueName}`,
    `${queueName}:prioritized`,
    ...comers.map(({ jobId }) => `${queueName}:${jobId}`),
  ];
  const keys = names.map((name) => `talonario:${name}`);
  const parties = comers.map(({ turn }) => `${tenantKey(turn)}${turn.asked ? ":asked" : ""}`);
  const rounds = (await redis.eval(script, keys.length, ...keys, lastRound, ...parties)) as number[];
  return comers.map(({ turn }, at) => (rounds[at] ? 2 * rounds[at] - (turn.asked ? 1 : 0) : undefined));
}
