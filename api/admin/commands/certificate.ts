import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { type Certificate, listCertificates } from "../../../shared/db/company/certificates.js";
import { environmentName } from "../../../shared/domain/tenant.js";
import { notFound } from "../../errors.js";
import { installCertificate, requestCertificate } from "../../operations/certificates.js";
import { certificateInstallation, certificateRequest } from "../../schemas/certificate.js";
import {
  addCompanyVerb,
  type CompanyOption,
  type EnvironmentOption,
  environmentOption,
  isProduction,
  wholeNumber,
} from "../options.js";
import { getCompanyByCode, type Office, operatorAt, type Perform, tenantsOf } from "../perform.js";
import { readValues } from "../read-option.js";
import { drawFields, drawTable } from "../table.js";

/** `certificate request|install|list`. */
export function addCertificateCommands(program: Command, perform: Perform): void {
  const certificate = program.command("certificate").description("the tax authority's certificates");

  addCompanyVerb(
    certificate,
    "request",
    "create a private key and the signing request to upload in the authority's portal",
  )
    .addOption(environmentOption())
    .requiredOption("--alias <name>", "the name that the certificate will have in the portal")
    .action((options: CompanyOption & EnvironmentOption & { alias: string }) =>
      perform(async (office) => {
        const body = readValues(certificateRequest, { alias: options.alias });
        const operator = await operatorAt(office, options.company, isProduction(options));
        const { id, alias, csr } = await requestCertificate(operator, await office.sealer(), body);
        const text = `${drawFields({ id, alias, environment: options.env })}\n\n${csr}`;
        return { json: { certificate: { id, alias, env: options.env, csr } }, text };
      }),
    );

  addCompanyVerb(certificate, "install", "install the certificate that the authority signed; it becomes the active one")
    .argument("<id>", "the request's id", wholeNumber)
    .requiredOption("--file <path>", "the certificate in PEM, as downloaded from the portal")
    .action((id: number, { company, file }: CompanyOption & { file: string }) =>
      perform(async (office) => {
        const body = readValues(certificateInstallation, { certificate: await readFile(file, "utf8") });
        const known = (await certificatesOf(office, company)).find((each) => each.id === id);
        if (!known) throw notFound(`The company has no certificate ${id}.`);
        const operator = await operatorAt(office, company, known.env === "production");
        const installation = { id, ...body, nowMs: office.nowMs };
        const installed = await installCertificate(operator, installation);
        const { alias, active, expires } = installed;
        const shown = { id, alias, env: known.env, active, expires };
        return { json: { certificate: shown }, text: drawFields(shown) };
      }),
    );

  addCompanyVerb(certificate, "list", "list a company's certificates and requests").action(
    ({ company }: CompanyOption) =>
      perform(async (office) => {
        const certificates = await certificatesOf(office, company);
        const rows = certificates.map((each) => [
          each.id,
          each.alias,
          each.env,
          each.active,
          each.expires,
          each.created,
        ]);
        const headings = ["id", "alias", "environment", "active", "expires", "created"];
        return { json: { certificates }, text: drawTable(headings, rows, "The company has no certificates.") };
      }),
  );
}

async function certificatesOf(office: Office, code: string): Promise<(Certificate & { env: string })[]> {
  const tenants = tenantsOf(await getCompanyByCode(office, code));
  const lists = tenants.map(async (tenant) =>
    (await listCertificates(office.db, tenant)).map((each) => ({ ...each, env: environmentName(tenant.production) })),
  );
  return (await Promise.all(lists)).flat();
}
