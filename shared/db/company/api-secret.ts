import type { Statements } from "../pool/database.js";

/** The API's 32 random bytes, which the migration `api_secret` made. @throws Error when they are not there */
export async function readApiSecret(db: Statements): Promise<Uint8Array> {
  const [row] = await db.$queryRaw<{ secret: Uint8Array }[]>`SELECT secret FROM public.api_secret`;
  if (!row) throw new Error("the table api_secret has no row: put 32 random bytes into it");
  return row.secret;
}
