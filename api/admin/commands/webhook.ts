import { type Command, InvalidArgumentError } from "commander";
import { webhookEvents } from "../../../shared/domain/webhook-events.js";
import { sayUrlProblem, webhookUrlProblem } from "../../../shared/domain/webhook-url.js";
import { keptSecret } from "../listen/kept-secret.js";
import { listen } from "../listen/listen.js";
import { addTenantVerb, type TenantOption } from "../options.js";
import { type CommandContext, type CommandOutput, operatorAt, type RunCommand } from "../perform.js";
import { untilStopped } from "../until-stopped.js";

interface ForwardOptions extends TenantOption {
  forwardTo: string;
  events: string[];
  json?: true;
}

/** `webhook listen`. */
export function addWebhookCommands(program: Command, perform: RunCommand): void {
  const webhook = program.command("webhook").description("what happens to a company, as its webhooks are told");

  addTenantVerb(webhook, "listen", "forward events to a local URL, from now on until Ctrl-C")
    .requiredOption("--forward-to <url>", "where to, such as http://127.0.0.1:8080/", forwardUrl)
    .option("--events <types>", "only these types, separated by commas", eventTypes, ["*"])
    .action((options: ForwardOptions) => perform((office) => forward(office, options)));
}

async function forward(
  office: CommandContext,
  { company, env, forwardTo: url, events, json }: ForwardOptions,
): Promise<CommandOutput> {
  const tenant = await operatorAt(office, { company, env });
  const secret = keptSecret(`${company}/${env}`);
  const print = (object: object, text: string) => process.stdout.write(`${json ? JSON.stringify(object) : text}\n`);
  const count = { forwarded: 0, failed: 0 };
  await untilStopped((stop) =>
    listen(office.db, tenant, {
      url,
      secret,
      events,
      stop,
      onReady: () =>
        print(
          { listening: { company, env, url, events, secret } },
          `Forwarding the events of ${company} in ${env} to ${url}. Ctrl-C ends it.\nThey are signed with ${secret}\n`,
        ),
      onForwarded({ id, type }, { status, error, ms }) {
        count[status !== null && status >= 200 && status < 300 ? "forwarded" : "failed"] += 1;
        const at = new Date().toISOString();
        print({ event: { at, id, type, status, error, ms } }, `${at}  ${type}  ${id}  ${status ?? error}  ${ms} ms`);
      },
    }),
  );
  const { forwarded, failed } = count;
  return { json: count, text: `\n${forwarded} forwarded${failed > 0 ? `, ${failed} without a 2xx` : ""}.` };
}

function forwardUrl(url: string): string {
  const problem = webhookUrlProblem(url, true);
  if (problem) throw new InvalidArgumentError(`It ${sayUrlProblem(problem).en}.`);
  return url;
}

function eventTypes(text: string): string[] {
  const known: string[] = ["*", ...webhookEvents];
  const types = text.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !known.includes(type));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`There is no ${unknown}. Types: ${webhookEvents.join(", ")}.`);
  return types;
}
