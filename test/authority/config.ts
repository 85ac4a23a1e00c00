import { z } from "zod";

export const authorityConfig = z.object({
  /** Whom it answers: this machine alone, unless told. */
  AUTHORITY_HOST: z.string().min(1).default("127.0.0.1"),
  /** 0 = a free one. */
  AUTHORITY_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** Folder of ledgers, keys and the CA; without it everything is forgotten at the end. */
  AUTHORITY_DATA: z.string().min(1).optional(),
});

export type AuthorityConfig = z.infer<typeof authorityConfig>;

/** @throws when a variable is wrong; the message names every one of them */
export function readAuthorityConfig(environment: NodeJS.ProcessEnv = process.env): AuthorityConfig {
  const result = authorityConfig.safeParse(environment);
  if (!result.success) throw new Error(`wrong settings:\n${z.prettifyError(result.error)}`);
  return result.data;
}
