import type { Command } from "commander";
import { readEnvironment } from "../../../shared/config/config.js";
import { keyIdOf, publicKeyOf } from "../../../shared/sealing/sealing-key.js";
import { rotateSecrets } from "../../operations/rotate-secrets.js";
import { secretsConfig } from "../config.js";
import { addVerb } from "../options.js";
import type { CommandOutput, RunCommand } from "../perform.js";

const someUnopened = 3;

/** `secrets public-key|rotate`. */
export function addSecretsCommands(
  program: Command,
  perform: RunCommand,
  tell: (answer: () => Promise<CommandOutput>) => Promise<void>,
): void {
  const secrets = program.command("secrets").description("the keys that seal private keys and access tickets");

  addVerb(secrets, "public-key", "print the public half of SECRET_KEY, which is the API's SEALING_KEY").action(() =>
    tell(async () => {
      const sealingKey = await publicKeyOf(readSecret("SECRET_KEY"));
      return { json: { secrets: { sealingKey, keyId: keyIdOf(sealingKey) } }, text: sealingKey };
    }),
  );

  addVerb(
    secrets,
    "rotate",
    "seal everything again, under NEW_SECRET_KEY; exit code 3 when a private key does not open",
  ).action(() =>
    perform(async ({ db }) => {
      const rotated = await rotateSecrets(db, { from: readSecret("SECRET_KEY"), to: readSecret("NEW_SECRET_KEY") });
      const { certificates, tickets, unopened, sealingKey } = rotated;
      const text = [
        `Sealed under the new key: ${certificates} private keys, ${tickets} access tickets.`,
        ...unopened.map(
          ({ certificate, reason }) => `Left as it is: the private key of certificate ${certificate} ${reason}.`,
        ),
        ...(certificates + tickets + unopened.length === 0 ? done : whatIsLeft(sealingKey)),
      ].join("\n");
      return { json: { secrets: rotated }, text, exitCode: unopened.length > 0 ? someUnopened : 0 };
    }),
  );
}

/** An api with the old key seals nothing any more: no issuer opens it, and so it refuses. */
const done = [
  "Nothing is sealed under the old key any more. Done, once every api and every issuer runs with the new key alone:",
  "then only backups from before still need the old one.",
];

const whatIsLeft = (sealingKey: string) => [
  "Now restart every api with this SEALING_KEY, then every issuer with the new key as SECRET_KEY:",
  sealingKey,
  "Then run this command once more, as you ran it now.",
];

/** @throws Error naming the variable when it is not set or not a key */
function readSecret(name: "SECRET_KEY" | "NEW_SECRET_KEY"): string {
  const read = readEnvironment(secretsConfig);
  if ("faults" in read) throw new Error(`The environment is not usable: ${read.faults.join("; ")}`);
  const key = read.config[name];
  if (!key) throw new Error(`${name} is not set: 32 bytes in base64; make one with: openssl rand -base64 32`);
  return key;
}
