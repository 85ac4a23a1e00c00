import { createHash } from "node:crypto";
import { lockCompany, writeAudited } from "../../shared/db/company/audit-entries.js";
import { findLogoKey, setLogoKey } from "../../shared/db/company/points-of-sale.js";
import { environmentName, type Tenant } from "../../shared/domain/tenant.js";
import type { Storage } from "../../shared/storage/storage.js";
import type { LogoImage } from "../request/logo-image.js";
import type { Operator } from "./operator.js";
import { noPointOfSale } from "./points-of-sale.js";

/** Stores a logo under its content's hash. A print during the change shows the old logo or the new one, never half of one. */
export async function putLogo(operator: Operator, storage: Storage, number: number, logo: LogoImage): Promise<void> {
  const sha256 = createHash("sha256").update(logo.bytes).digest("hex");
  const logoKey = `${folderOf(operator, number)}/${sha256}.${logo.type}`;
  const { type, width, height } = logo;
  await replaceLogo(operator, storage, number, {
    logoKey,
    // Under the company's lock, so that no other change removes the same file meanwhile.
    store: () => storage.write(logoKey, logo.bytes),
    action: "pos.logo.update",
    after: { type, width, height, sizeBytes: logo.bytes.length, sha256 },
  });
}

export const removeLogo = (operator: Operator, storage: Storage, number: number): Promise<void> =>
  replaceLogo(operator, storage, number, { logoKey: null, action: "pos.logo.delete" });

interface Replacement {
  logoKey: string | null;
  store?: () => Promise<void>;
  action: string;
  after?: object;
}

async function replaceLogo(
  operator: Operator,
  storage: Storage,
  number: number,
  { logoKey, store, action, after }: Replacement,
): Promise<void> {
  const { companyId, production } = operator;
  const replaced = await writeAudited(operator.db, operator.actor, companyId, async (tx) => {
    const earlier = await findLogoKey(tx, operator, number);
    if (earlier === undefined) throw noPointOfSale(number);
    await store?.();
    if (earlier === logoKey) return { result: null, record: undefined };
    await setLogoKey(tx, operator, number, logoKey);
    const before = earlier === null ? undefined : { sha256: hashIn(earlier) };
    const resourceId = `${number}`;
    return {
      result: earlier,
      record: { companyId, production, action, resourceId, ...(before && { before }), ...(after && { after }) },
    };
  });
  if (replaced !== null) await removeUnused(operator, storage, number, replaced);
}

/** Removes the replaced file, unless the point of sale uses it again. A crash before this leaves an unused file. */
async function removeUnused(operator: Operator, storage: Storage, number: number, logoKey: string): Promise<void> {
  await operator.db.$transaction(async (tx) => {
    await lockCompany(tx, operator.companyId);
    if ((await findLogoKey(tx, operator, number)) !== logoKey) await storage.remove(logoKey);
  });
}

const folderOf = ({ companyId, production }: Tenant, number: number) =>
  `${companyId}/logo/${environmentName(production)}/${number}`;

const hashIn = (logoKey: string) => logoKey.split("/").at(-1)?.split(".")[0];
