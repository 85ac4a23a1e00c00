import { type Command, Option } from "commander";
import { textOfFile } from "../../../shared/certificates/sent-certificates.js";
import { type Certificate, listCertificates } from "../../../shared/db/company/certificates.js";
import { type DelegationState, listDelegations } from "../../../shared/db/company/delegations.js";
import { isTaxId } from "../../../shared/domain/tax-id.js";
import { type EnvironmentName, environmentName } from "../../../shared/domain/tenant.js";
import { installCertificate, requestCertificate } from "../../operations/certificates.js";
import { certificateInstallation, certificateRequest } from "../../schemas/certificate.js";
import { readGivenFile } from "../given-file.js";
import { notThere } from "../not-done.js";
import { installOperatorCertificate, requestOperatorCertificate } from "../operator-certificate.js";
import { addVerb, type EnvironmentOption, environmentOption, isProduction, taxId, wholeNumber } from "../options.js";
import { adminOf, type CommandContext, getCompanyByCode, operatorAt, type RunCommand } from "../perform.js";
import { readValues, WrongValue } from "../read-option.js";
import { drawFields, drawRows } from "../table.js";

/** Holder of a certificate: a company, or the operator, whose certificate acts for every company that delegated to it. */
interface HolderOption {
  company?: string;
  operator?: true;
}

interface RequestOptions extends HolderOption, EnvironmentOption {
  alias: string;
  cuit?: string;
  name?: string;
}

/** `certificate request|install|list|delegations`. */
export function addCertificateCommands(program: Command, perform: RunCommand): void {
  const certificate = program.command("certificate").description("the tax authority's certificates");

  addHolderVerb(
    certificate,
    "request",
    "create a private key and the signing request to upload in the authority's portal",
  )
    .addOption(environmentOption())
    .requiredOption("--alias <name>", "the name that the certificate will have in the portal")
    .option("--cuit <number>", "with --operator: the operator's tax id; default: that of its certificate in use", taxId)
    .option("--name <text>", "with --operator: the operator's name; default: the alias")
    .action((options: RequestOptions) =>
      perform(async (office) => {
        const { id, alias, csr } = await request(office, options);
        const text = `${drawFields({ id, alias, environment: options.env })}\n\n${csr}`;
        return { json: { certificate: { id, alias, env: options.env, csr } }, text };
      }),
    );

  addHolderVerb(certificate, "install", "install the certificate that the authority signed; it becomes the active one")
    .argument("<id>", "the request's id", wholeNumber)
    .requiredOption(
      "--file <path>",
      "the certificate as downloaded from the portal, in PEM or DER; - is standard input",
    )
    .action((id: number, { file, ...holder }: HolderOption & { file: string }) =>
      perform(async (office) => {
        const body = readValues(certificateInstallation, { certificate: textOfFile(await readGivenFile(file)) });
        const known = (await certificatesOf(office, holder)).find((each) => each.id === id);
        if (!known) throw notThere(`The ${holder.operator ? "operator" : "company"} has no certificate ${id}.`);
        const { env, ...installed } = await install(office, holder, known, body.certificate);
        const { alias, active, expires } = installed;
        const shown = { id, alias, env, active, expires, ...("cuit" in installed && { cuit: installed.cuit }) };
        return { json: { certificate: shown }, text: drawFields(shown) };
      }),
    );

  addHolderVerb(certificate, "list", "list certificates and requests").action((holder: HolderOption) =>
    perform(async (office) => {
      const certificates = await certificatesOf(office, holder);
      const rows = certificates.map(({ id, alias, env: environment, active, expires, created }) => {
        return { id, alias, environment, active, expires, created };
      });
      return { json: { certificates }, text: drawRows(rows, "There are no certificates.") };
    }),
  );

  addVerb(
    certificate,
    "delegations",
    "list the companies for which the operator's certificate acts, by what is kept of its access tickets",
  ).action(() =>
    perform(async ({ db }) => {
      const delegations = (await listDelegations(db)).map(({ production, ...each }) => ({
        ...each,
        env: environmentName(production),
      }));
      const rows = delegations.map(({ company, cuit, env: environment, services }) => {
        const told = services.map(tellKept).join(", ") || "no ticket yet";
        return { company, cuit, environment, "by the kept tickets": told };
      });
      const table = drawRows(rows, "No company delegated to the operator.");
      return { json: { delegations }, text: rows.length === 0 ? table : `${table}\n\n${keptAlone}` };
    }),
  );
}

const keptAlone = "Nothing was asked of the authority. doctor --company CODE asks it.";

/** "wsfe yes since 2026-11-26T12:00:00.000Z": a ticket says what held when the authority made it. */
function tellKept({ name, authorized, since, refusal }: DelegationState["services"][number]): string {
  const word = authorized === null ? "unknown" : authorized ? "yes" : "no";
  return refusal === null ? `${name} ${word} since ${since}` : `${name} ${word}: ${refusal}`;
}

const addHolderVerb = (noun: Command, usage: string, description: string): Command =>
  addVerb(noun, usage, description)
    .addOption(new Option("--company <code>", "the company's code").conflicts("operator"))
    .option("--operator", "the operator's: it acts for every company that delegated to the operator");

/** @throws WrongValue when the options name nobody */
function companyOf({ company }: HolderOption): string {
  if (company === undefined) throw new WrongValue("--company CODE or --operator says whose certificate it is");
  return company;
}

async function request(office: CommandContext, { cuit, name, ...options }: RequestOptions): Promise<Certificate> {
  const { alias } = readValues(certificateRequest, { alias: options.alias });
  const production = isProduction(options);
  if (options.operator) {
    if (cuit !== undefined && !isTaxId(cuit)) throw new WrongValue("--cuit: must be a tax id of 11 digits");
    return requestOperatorCertificate(office.db, await office.sealer(), { production, alias, cuit, name });
  }
  if (cuit !== undefined || name !== undefined)
    throw new WrongValue("--cuit and --name go with --operator: a company's are known");
  return requestCertificate(
    await operatorAt(office, { company: companyOf(options), env: options.env }),
    await office.sealer(),
    { alias },
  );
}

async function install(
  office: CommandContext,
  holder: HolderOption,
  { id, env }: { id: number; env: EnvironmentName },
  certificate: string,
) {
  const installation = { id, certificate, nowMs: office.nowMs };
  const production = env === "production";
  return holder.operator
    ? { env, ...(await installOperatorCertificate(office.db, adminOf(office), { ...installation, production })) }
    : {
        env,
        ...(await installCertificate(await operatorAt(office, { company: companyOf(holder), env }), installation)),
      };
}

/** Lists the certificates of both environments, homologation first. */
async function certificatesOf(
  office: CommandContext,
  holder: HolderOption,
): Promise<(Certificate & { env: EnvironmentName })[]> {
  const companyId = holder.operator ? null : (await getCompanyByCode(office, companyOf(holder))).id;
  const lists = [false, true].map(async (production) =>
    (await listCertificates(office.db, { companyId, production })).map((each) => ({
      ...each,
      env: environmentName(production),
    })),
  );
  return (await Promise.all(lists)).flat();
}
