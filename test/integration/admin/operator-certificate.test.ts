import { expect, inject, test } from "vitest";
import { installOperatorCertificate, requestOperatorCertificate } from "../../../api/admin/operator-certificate.js";
import { openCompany } from "../../../api/operations/companies.js";
import { openDatabase } from "../../../shared/db/pool/database.js";
import { createSealer } from "../../../shared/sealing/sealer.js";
import { publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { openCertificateAuthority } from "../../authority/certificate-authority.js";
import { createDatabase } from "../../support/servers/database.js";

test("a new certificate of the operator stands in the audit log of each company that it acts for, and of no other", async () => {
  await using database = await createDatabase();
  const { db, close } = openDatabase(database.url);
  try {
    const actor = { type: "admin", name: "Ana" } as const;
    for (const [code, certificateMode] of [
      ["uno", "delegated"],
      ["dos", "delegated"],
      ["propia", "own"],
    ] as const)
      await openCompany(
        db,
        actor,
        { code, cuit: "20111111112", name: code, taxType: 6, certificateMode },
        { anchor: "2026-01-31", until: "2100-01-01", monthlyVouchers: 10 },
      );
    const sealer = createSealer(await publicKeyOf(Buffer.alloc(32, 5).toString("base64")));
    const { sign } = await openCertificateAuthority(inject("demo").authorityFolder);
    const { id, csr } = await requestOperatorCertificate(db, sealer, { production: true, alias: "facturador" });
    const entries = async () =>
      (await db.auditEntry.findMany({ where: { action: "certificate.activate" }, orderBy: { companyId: "asc" } })).map(
        ({ companyId, production, resourceId, actorType, actorName, after }) => ({
          ...{ companyId, production, resourceId, actorType, actorName, after },
        }),
      );

    const faulty = { id, production: true, certificate: "none", nowMs: Date.now() };
    await expect(installOperatorCertificate(db, actor, faulty)).rejects.toThrow("PEM");
    expect(await entries()).toEqual([]);

    const { expires } = await installOperatorCertificate(db, actor, { ...faulty, certificate: await sign(csr) });
    const entry = {
      ...{ production: true, resourceId: `${id}`, actorType: "admin", actorName: "Ana" },
      after: { holder: "operator", alias: "facturador", active: true, expires, cuit: expect.any(String) },
    };
    const delegated = await db.company.findMany({ where: { code: { in: ["uno", "dos"] } }, orderBy: { id: "asc" } });
    expect(await entries()).toMatchObject(delegated.map(({ id: companyId }) => ({ companyId, ...entry })));
  } finally {
    await close();
  }
});
