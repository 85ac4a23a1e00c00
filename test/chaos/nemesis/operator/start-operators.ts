import { commandLine } from "../../../support/processes/command-line.js";
import type { System } from "../../../support/processes/open-system.js";
import { createRandom } from "../../../support/samples/random.js";
import type { Lasting } from "../lasting.js";
import type { NemesisOptions } from "../options.js";
import type { Desk } from "./desk.js";
import { type Importer, importTimeoutMs, startImporter } from "./importer.js";
import { type Operator, startOperator } from "./operator.js";

/** Starts an operator for each company, and a job that imports, at the command line of a computer that no fault strikes. */
export function startOperators(
  system: System,
  lasting: Lasting,
  { seed, contingency }: NemesisOptions,
): { operators: { desk: Desk; operator: Operator }[]; importer: Importer } {
  const { keys, mono } = system.keys;
  const { host, port } = system.redis.options;
  const environment = { DATABASE_URL: system.databaseUrl, REDIS_URL: `redis://${host}:${port}` };
  const run = commandLine(environment);
  const companies = [
    { company: "demo", cuit: "30712345671", own: keys },
    { company: "mono", cuit: "20111111112", own: mono.keys },
  ];
  const operators = companies.map(({ company, cuit, own }, at) => {
    const desk: Desk = {
      ...{ company, cuit, system, lasting, run, violations: [] },
      random: createRandom(seed + 10 + at),
      keyOf: (production) => (production ? own.production : own.test),
    };
    return { desk, operator: startOperator(desk, { contingency }) };
  });
  return { operators, importer: startImporter(commandLine(environment, { timeoutMs: importTimeoutMs })) };
}
