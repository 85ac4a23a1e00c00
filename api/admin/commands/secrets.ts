import type { Command } from "commander";
import { rotateSecrets } from "../../operations/rotate-secrets.js";
import { addVerb } from "../options.js";
import type { Perform } from "../perform.js";

/** `secrets rotate`. */
export function addSecretsCommands(program: Command, perform: Perform): void {
  const secrets = program.command("secrets").description("the key that seals private keys and access tickets");

  addVerb(
    secrets,
    "rotate",
    "seal everything again, under NEW_SECRET_KEY; then restart the processes with it as SECRET_KEY",
  ).action(() =>
    perform(async ({ db, seal }) => {
      const rotated = await rotateSecrets(db, { from: seal("SECRET_KEY"), to: seal("NEW_SECRET_KEY") });
      const text = [
        `Sealed under the new key: ${rotated.certificates} private keys, ${rotated.tickets} access tickets.`,
        "Now set SECRET_KEY to the new key and restart api and issuer.",
      ].join("\n");
      return { json: { secrets: rotated }, text };
    }),
  );
}
