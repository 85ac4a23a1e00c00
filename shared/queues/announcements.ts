import type { Redis } from "ioredis";

const channel = "talonario:settled";

/** Announces that an issuance's outcome can be read. If the message is lost, the next poll of a waiting request finds it. */
export const announceSettled = async (redis: Redis, issuanceId: number): Promise<void> => {
  await redis.publish(channel, String(issuanceId));
};

/** Anybody who can write to Redis can publish anything. A listener only looks at the database. */
const issuanceId = /^[1-9]\d{0,9}$/;

export async function listenForSettled(redis: Redis, onSettled: (issuanceId: number) => void): Promise<void> {
  redis.on("message", (_channel, id) => {
    if (issuanceId.test(id)) onSettled(Number(id));
  });
  await redis.subscribe(channel);
}
