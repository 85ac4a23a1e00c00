import { createSealer, type Sealer } from "./sealer.js";
import { publicKeyOf } from "./sealing-key.js";

/** The settings that tell which key to seal to. With the secret key alone, its public half is derived. */
interface SealingSettings {
  SEALING_KEY?: string | undefined;
  SECRET_KEY?: string | undefined;
}

/** @throws Error naming the variable when neither is set */
export async function openSealer({ SEALING_KEY, SECRET_KEY }: SealingSettings): Promise<Sealer> {
  const publicKey = SEALING_KEY ?? (SECRET_KEY && (await publicKeyOf(SECRET_KEY)));
  if (!publicKey) throw new Error("SEALING_KEY is not set: `secrets public-key` prints it where SECRET_KEY is set");
  return createSealer(publicKey);
}
