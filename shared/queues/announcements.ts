import type { Redis } from "ioredis";
import { z } from "zod";
import { rowId } from "./job-fields.js";

const channel = "talonario:settled";

/** Announces that an issuance's outcome can be read. If the message is lost, the next poll of a waiting request finds it. */
export const publishSettled = async (redis: Redis, issuanceId: number): Promise<void> => {
  await redis.publish(channel, String(issuanceId));
};

/** Anybody who can write to Redis can publish anything. A listener only looks at the database. */
const issuanceId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .pipe(rowId);

export async function subscribeToSettled(redis: Redis, onSettled: (issuanceId: number) => void): Promise<void> {
  redis.on("message", (_channel, message) => {
    const { data: id } = issuanceId.safeParse(message);
    if (id !== undefined) onSettled(id);
  });
  await redis.subscribe(channel);
}
