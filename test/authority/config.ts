import { z } from "zod";

export const authorityConfig = z.object({
  /** The address that it listens on: by default only this machine can reach it. */
  AUTHORITY_HOST: z.string().min(1).default("127.0.0.1"),
  /** 0 takes a free port. */
  AUTHORITY_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The folder of ledgers, keys and the CA. Without it everything is lost at the end. */
  AUTHORITY_DATA: z.string().min(1).optional(),
});

export type AuthorityConfig = z.infer<typeof authorityConfig>;

/** @throws when variables are wrong; the message names each of them */
export function readAuthorityConfig(environment: NodeJS.ProcessEnv = process.env): AuthorityConfig {
  const result = authorityConfig.safeParse(environment);
  if (!result.success) throw new Error(`wrong settings:\n${z.prettifyError(result.error)}`);
  return result.data;
}
