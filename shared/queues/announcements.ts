import type { Redis } from "ioredis";

const channel = "talonario:settled";

/** Says that an issuance's outcome can be read. A lost announcement costs a poll interval, never an answer. */
export const announceSettled = async (redis: Redis, issuanceId: number): Promise<void> => {
  await redis.publish(channel, String(issuanceId));
};

export async function listenForSettled(redis: Redis, onSettled: (issuanceId: number) => void): Promise<void> {
  redis.on("message", (_channel, id) => onSettled(Number(id)));
  await redis.subscribe(channel);
}
