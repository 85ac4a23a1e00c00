import { installOperatorCertificate, requestOperatorCertificate } from "../../../api/admin/operator-certificate.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { createSealer } from "../../../shared/sealing/sealer.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";

interface Holder {
  db: Database;
  secretKey: string;
  production: boolean;
  /** Gives the certificate for a request, as the authority's portal does. */
  sign: (csr: string) => Promise<string>;
}

/** Gives the operator a certificate in one environment. */
export async function addOperatorCertificate({ db, secretKey, production, sign }: Holder): Promise<void> {
  const sealer = createSealer(await publicKeyOf(secretKey));
  const { id, csr } = await requestOperatorCertificate(db, sealer, { production, alias: "facturador" });
  await installOperatorCertificate(
    db,
    { type: "system" },
    { id, production, certificate: await sign(csr), nowMs: Date.now() },
  );
}
