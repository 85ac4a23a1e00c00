import { readFileSync, statSync } from "node:fs";

/** Settings that are secret, and `SEALING_KEY`, which is given in the same way: each may be a file, `NAME_FILE`, as orchestrators mount secrets. */
export const secretNames = [
  ...["DATABASE_URL", "READ_DATABASE_URL", "REDIS_URL", "SMTP_URL"],
  ...["SECRET_KEY", "NEW_SECRET_KEY", "SEALING_KEY", "WEBHOOK_KEY", "BOARD_PASSWORD"],
  ...["DATABASE_PASSWORD_API", "DATABASE_PASSWORD_ISSUER", "DATABASE_PASSWORD_RENDERER", "DATABASE_PASSWORD_MAILER"],
  ...["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "MERCADOPAGO_ACCESS_TOKEN", "MERCADOPAGO_WEBHOOK_SECRET"],
];

const maxBytes = 64 * 1_024;

interface SecretFiles {
  /** Secrets by their names, each without one line end at its end. */
  found: Record<string, string>;
  /** Why one was not read, by its name. */
  faults: Record<string, string>;
}

/**
 * Reads the secrets that an environment gives as files.
 * @param names those that this process reads: another's file need not be there
 */
export function readSecretFiles(
  names: readonly string[],
  environment: Record<string, string | undefined>,
): SecretFiles {
  const read: SecretFiles = { found: {}, faults: {} };
  for (const name of names) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    const fault = environment[name] ? `set it or ${name}_FILE, not both` : undefined;
    const secret = fault === undefined ? readSecret(file) : { fault };
    if ("fault" in secret) read.faults[name] = secret.fault;
    else read.found[name] = secret.text;
  }
  return read;
}

function readSecret(file: string): { text: string } | { fault: string } {
  try {
    const { size } = statSync(file);
    if (size > maxBytes) return { fault: `the file ${file} has more than 64 KiB` };
    const text = readFileSync(file, "utf8").replace(/\r?\n$/, "");
    return text === "" ? { fault: `the file ${file} is empty` } : { text };
  } catch (error) {
    return { fault: `the file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}
