import { createHash, randomUUID } from "node:crypto";
import { writeAudited } from "../../shared/db/company/audit-entries.js";
import { findLogoKey, findPointOfSale, setLogoKey } from "../../shared/db/company/points-of-sale.js";
import { environmentName, type Tenant } from "../../shared/domain/tenant.js";
import { ownEnding } from "../../shared/images/own-image.js";
import type { RewrittenImage } from "../../shared/images/rewrite-image.js";
import type { Storage } from "../../shared/storage/storage.js";
import type { Operator } from "./operator.js";
import { noPointOfSale } from "./points-of-sale.js";

/**
 * Stores a logo under a key of its own, and then names it in the row: no lock is held while the storage is written. A print during
 * the change shows the old logo or the new one, never half of one.
 */
export async function putLogo(
  operator: Operator,
  storage: Storage,
  number: number,
  logo: RewrittenImage,
): Promise<void> {
  const { bytes, type, width, height } = logo;
  await refuseUnknownPoint(operator, number);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const logoKey = `${folderOf(operator, number)}/${sha256}/${randomUUID()}${ownEnding[type]}`;
  await storage.write(logoKey, bytes);
  const after = { type: type.replace("image/", ""), width, height, sizeBytes: bytes.length, sha256 };
  const replaced = await nameLogo(operator, number, { logoKey, action: "pos.logo.update", after });
  if (replaced !== null) await storage.remove(replaced);
}

export async function removeLogo(operator: Operator, storage: Storage, number: number): Promise<void> {
  const replaced = await nameLogo(operator, number, { logoKey: null, action: "pos.logo.delete" });
  if (replaced !== null) await storage.remove(replaced);
}

/** Before anything is stored. */
async function refuseUnknownPoint(operator: Operator, number: number): Promise<void> {
  if (!(await findPointOfSale(operator.db, operator, number))) throw noPointOfSale(number);
}

interface LogoChange {
  logoKey: string | null;
  action: string;
  after?: object;
}

/**
 * Names the point of sale's logo. Gives the file that nobody needs any more: the earlier one, or the new one when it shows the same
 * image. No key is ever named twice, so that file can be removed after the lock. A crash before that leaves an unused file.
 */
function nameLogo(operator: Operator, number: number, { logoKey, action, after }: LogoChange): Promise<string | null> {
  return writeAudited(operator, async (tx) => {
    const earlier = await findLogoKey(tx, operator, number);
    if (earlier === undefined) throw noPointOfSale(number);
    if (imageOf(earlier) === imageOf(logoKey)) return { result: logoKey, record: undefined };
    await setLogoKey(tx, operator, number, logoKey);
    const before = earlier === null ? undefined : { sha256: imageOf(earlier) };
    const changes = { ...(before && { before }), ...(after && { after }) };
    return { result: earlier, record: { action, resourceId: `${number}`, ...changes } };
  });
}

const folderOf = ({ companyId, production }: Tenant, number: number) =>
  `${companyId}/logo/${environmentName(production)}/${number}`;

/** The image's hash in a key, which is the folder. */
const imageOf = (logoKey: string | null): string | undefined => /[0-9a-f]{64}/.exec(logoKey ?? "")?.[0];
