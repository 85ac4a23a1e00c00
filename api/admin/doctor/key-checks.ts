import { adminCommand } from "../../../shared/config/config.js";
import { tryPrivateKeys } from "../../../shared/db/company/private-keys.js";
import { findForeignKeys, findSealingKeysInUse } from "../../../shared/db/company/sealing-keys.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { createOpener } from "../../../shared/sealing/opener.js";
import { keyIdOf, publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import type { UsableConfig } from "../config.js";
import { type CheckResult, failed, passed } from "./check.js";

/**
 * Whether the running issuers open what SEALING_KEY seals, and SECRET_KEY what is in the database, as far as they are set. What issuers
 * told of their keys stands for minutes after the last of them has ended.
 */
export async function checkKeys(
  db: Database,
  { SEALING_KEY, SECRET_KEY }: UsableConfig,
  issuerServes: boolean,
): Promise<CheckResult[]> {
  const derived = SECRET_KEY && (await publicKeyOf(SECRET_KEY));
  const sealingKey = SEALING_KEY ?? derived;
  return [
    ...(sealingKey ? [await checkSealingKey(db, keyIdOf(sealingKey), derived && keyIdOf(derived), issuerServes)] : []),
    ...(SECRET_KEY ? [await checkSecretKey(db, SECRET_KEY)] : []),
  ];
}

async function checkSealingKey(
  db: Database,
  keyId: string,
  derivedId: string | undefined,
  issuerServes: boolean,
): Promise<CheckResult> {
  const name = "sealing key";
  const foreign = await findForeignKeys(db, keyId);
  if (foreign.length > 0)
    return failed(
      name,
      `private keys are sealed to the key ${keyId}, and the running issuers open ${foreign.join(" and ")}`,
      adviseOnForeign(derivedId, foreign),
    );
  const inUse = await findSealingKeysInUse(db);
  if (derivedId && derivedId !== keyId)
    return failed(
      name,
      `SEALING_KEY is the key ${keyId}, and SECRET_KEY is that of ${derivedId}`,
      inUse.length > 0 ? openAsTheyDo : `${sealToOurs()} Or, if SECRET_KEY is the older one: ${openAsTheyDo}`,
    );
  return passed(
    name,
    `${keyId}, ${inUse.length > 0 && issuerServes ? "which the issuers open" : "and no issuer runs to compare it with"}`,
  );
}

const publicKey = () => adminCommand("secrets public-key");
const sealToOurs = () => `Set SEALING_KEY to what \`${publicKey()}\` prints.`;
const openAsTheyDo = "Set SECRET_KEY to the issuers', here in the operator's settings.";

function adviseOnForeign(derivedId: string | undefined, opened: string[]): string {
  if (derivedId === undefined) return `Set SEALING_KEY to what \`${publicKey()}\` prints with the issuers' SECRET_KEY.`;
  return opened.includes(derivedId) ? sealToOurs() : takeTheirPair();
}

const takeTheirPair = () =>
  `After a new SECRET_KEY: set SECRET_KEY to the issuers', here too, and then SEALING_KEY to what \`${publicKey()}\` prints. If the issuers have the wrong one: set theirs to that of this SEALING_KEY.`;

async function checkSecretKey(db: Database, secretKey: string): Promise<CheckResult> {
  const name = "secret key";
  const { opened, unopened } = await tryPrivateKeys(db, await createOpener(secretKey));
  const [first] = unopened;
  if (first)
    return failed(
      name,
      `does not open ${unopened.length} of ${opened + unopened.length} private keys; that of certificate ${first.certificate} ${first.reason}`,
      "Set SECRET_KEY to the one they were sealed under: after a new SECRET_KEY that is the new one, here too. Without it, request and install new certificates.",
    );
  return passed(name, opened === 0 ? "nothing is sealed yet" : "opens the private keys");
}
