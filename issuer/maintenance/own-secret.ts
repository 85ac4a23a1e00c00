import { readNewestSealed } from "../../shared/db/company/private-keys.js";
import type { Database } from "../../shared/db/pool/database.js";
import type { Log } from "../../shared/logging/log.js";
import { BusyError } from "../../shared/queues/errors.js";
import type { Opener } from "../../shared/sealing/opener.js";
import { sealedTo } from "../../shared/sealing/sealed-form.js";

/** Whether this issuer's SECRET_KEY is the one to which private keys are sealed. */
export interface OwnSecret {
  /** Whether it opens none of the newest private keys in force. Where nothing is sealed yet, it is no other. */
  isOther(): boolean;
  round(): Promise<void>;
}

export const ownSecretEveryMs = 10_000;

interface OwnSecretOptions {
  /** The keys that this issuer opens. */
  keyIds: string[];
  /** The beginnings of the newest private keys in force. */
  readNewest(): Promise<Uint8Array[]>;
  turned(isOther: boolean): void;
}

/** Looks by the names of the keys: some companies may have private keys of before, and need a new certificate. */
export function createOwnSecret({ keyIds, readNewest, turned }: OwnSecretOptions): OwnSecret {
  let isOther = false;
  return {
    isOther: () => isOther,
    async round() {
      const newest = await readNewest();
      const isOtherNow = newest.length > 0 && !newest.some((sealed) => keyIds.includes(sealedTo(sealed) ?? ""));
      if (isOtherNow !== isOther) turned(isOtherNow);
      isOther = isOtherNow;
    },
  };
}

export const openOwnSecret = (db: Database, { publicKeys }: Opener, log: Log): OwnSecret =>
  createOwnSecret({
    keyIds: publicKeys.map(({ keyId }) => keyId),
    readNewest: () => readNewestSealed(db),
    turned: (isOther) =>
      isOther
        ? log.error("SECRET_KEY opens none of the private keys in force: this issuer leaves all jobs to others")
        : log.info("SECRET_KEY opens private keys in force"),
  });

/** @throws BusyError while no ticket can be had here: an issuer with the right key may take the job up after a moment */
export function leaveToHolders(secret: OwnSecret, attempt: number): void {
  if (secret.isOther())
    throw new BusyError("SECRET_KEY opens none of the private keys", Math.min(4_000, 500 * 2 ** (attempt - 1)));
}
