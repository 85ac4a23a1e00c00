import type { Redis } from "ioredis";

const channel = "talonario:lock-recall";

/** Says to the issuer that keeps a sequence's lock that another one found it taken. If the message is lost, the other one tries again. */
export const publishRecall = async (redis: Redis, name: string): Promise<void> => {
  await redis.publish(channel, name);
};

/** Anybody who can write to Redis can publish anything. A listener only looks for a lock of this name that it has itself. */
export async function subscribeToRecalls(redis: Redis, onWanted: (name: string) => void): Promise<void> {
  redis.on("message", (_channel, name) => onWanted(name));
  await redis.subscribe(channel);
}
