import { Command, type OutputConfiguration } from "commander";
import { version } from "../../shared/assets/version.js";
import { adminCommand } from "../../shared/config/config.js";
import { addBatchCommands } from "./commands/batch.js";
import { addCertificateCommands } from "./commands/certificate.js";
import { addCompanyCommands } from "./commands/company.js";
import { addContingencyCommands } from "./commands/contingency.js";
import { addDatabaseCommands } from "./commands/database.js";
import { addDoctorCommand } from "./commands/doctor.js";
import { addIssuanceCommands } from "./commands/issuance.js";
import { addKeyCommands } from "./commands/key.js";
import { addMonotributoCommands } from "./commands/monotributo.js";
import { addPaymentCommands } from "./commands/payment.js";
import { addPdfCommands } from "./commands/pdf.js";
import { addPointOfSaleCommands } from "./commands/pos.js";
import { addQueueCommands } from "./commands/queue.js";
import { addReconcileCommand } from "./commands/reconcile.js";
import { addReportCommands } from "./commands/report.js";
import { addRuleCommands } from "./commands/rule.js";
import { addSecretsCommands } from "./commands/secrets.js";
import { addSircipCommands } from "./commands/sircip.js";
import { addSubscriptionCommands } from "./commands/subscription.js";
import { addUserCommands } from "./commands/user.js";
import { addVoucherCommands } from "./commands/voucher.js";
import { addWebhookCommands } from "./commands/webhook.js";
import { loginName, operatorName } from "./operator-name.js";
import { type CommandOutput, type RunCommand, withCommandContext } from "./perform.js";

type OutputPrinter = (answer: () => Promise<CommandOutput>) => Promise<void>;

/** The operator's command line. Source: api/admin/README.md, "The operator's command line". */
export function createProgram(tell: OutputPrinter, output: OutputConfiguration): Command {
  // Set these before creating subcommands, which inherit them.
  const program = new Command(adminCommand("").trim())
    .description("Companies, certificates, points of sale, keys, and the state of the service.")
    .version(version, "--version", "the version of the service")
    .option("--as <name>", "your name in the audit log; default: your login name", operatorName)
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .showHelpAfterError("(--help lists commands and options)")
    .configureOutput(output);
  const perform: RunCommand = (work) =>
    tell(() => withCommandContext(program.opts<{ as?: string }>().as ?? loginName(), work));

  addCompanyCommands(program, perform);
  addPaymentCommands(program, perform, addSubscriptionCommands(program, perform));
  addKeyCommands(program, perform);
  addUserCommands(program, perform);
  addCertificateCommands(program, perform);
  addPointOfSaleCommands(program, perform);
  addVoucherCommands(program, perform);
  addBatchCommands(program, perform);
  addPdfCommands(program, perform);
  addIssuanceCommands(program, perform);
  addContingencyCommands(program, perform);
  addReconcileCommand(program, perform);
  addReportCommands(program, perform);
  addDatabaseCommands(program, perform);
  addRuleCommands(program, perform);
  addMonotributoCommands(program, perform);
  addSircipCommands(program, perform);
  addQueueCommands(program, perform);
  addWebhookCommands(program, perform);
  addSecretsCommands(program, perform, tell);
  addDoctorCommand(program, tell);
  return program;
}
