import type { Redis } from "ioredis";

const channel = "talonario:settled";

/** Announces that an issuance's outcome can be read. If the message is lost, the next poll of a waiting request finds it. */
export const announceSettled = async (redis: Redis, issuanceId: number): Promise<void> => {
  await redis.publish(channel, String(issuanceId));
};

export async function listenForSettled(redis: Redis, onSettled: (issuanceId: number) => void): Promise<void> {
  redis.on("message", (_channel, id) => onSettled(Number(id)));
  await redis.subscribe(channel);
}
