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
    "seal everything under NEW_SECRET_KEY instead of SECRET_KEY; then start the processes with the new one",
  ).action(() =>
    perform(async ({ db, seal }) => {
      const rotated = await rotateSecrets(db, { from: seal("SECRET_KEY"), to: seal("NEW_SECRET_KEY") });
      const text = [
        `Sealed anew: ${rotated.certificates} private keys, ${rotated.tickets} access tickets.`,
        "Now set SECRET_KEY to the new key and restart api and issuer.",
      ].join("\n");
      return { json: { secrets: rotated }, text };
    }),
  );
}
