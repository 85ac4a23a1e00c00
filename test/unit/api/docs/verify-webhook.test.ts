import { tmpdir } from "node:os";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { type CodeLanguage, languageNames, languages } from "../../../../api/docs/read-guide.js";
import { newWebhookSecret, signWebhook } from "../../../../shared/webhooks/sign.js";
import { canRun, runExample } from "../../../support/readers/run-example.js";

interface Received {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

/** What the receiver says: the id and type of what it accepts, or why it refuses. */
type Receiver = (received: Received) => Promise<string>;

const program =
  (language: CodeLanguage): Receiver =>
  async ({ secret, headers, body }) => {
    const variables = {
      WEBHOOK_SECRET: secret,
      HTTP_WEBHOOK_ID: headers["webhook-id"] ?? "",
      HTTP_WEBHOOK_TIMESTAMP: headers["webhook-timestamp"] ?? "",
      HTTP_WEBHOOK_SIGNATURE: headers["webhook-signature"] ?? "",
    };
    const running = runExample(language, "verify-webhook", tmpdir(), variables, body);
    const printed = await running.catch(
      (failure: { stdout: string; stderr: string }) => failure.stdout + failure.stderr,
    );
    return printed.trim();
  };

const publishedLibrary: Receiver = async ({ secret, headers, body }) => {
  try {
    const { type } = new Webhook(secret).verify(body, headers) as { type: string };
    return `genuine: ${headers["webhook-id"]} ${type}`;
  } catch (refusal) {
    return (refusal as Error).message;
  }
};

const receivers: [name: string, canRun: boolean, receive: Receiver][] = [
  ["the library standardwebhooks", true, publishedLibrary],
  ...languageNames.map((one): [string, boolean, Receiver] => [
    `the guide's example in ${languages[one].title}`,
    canRun(one),
    program(one),
  ]),
];

const secret = newWebhookSecret();
const other = newWebhookSecret();
const body = JSON.stringify({
  type: "invoice.issued",
  timestamp: "2026-11-23T12:00:00.000Z",
  data: { name: "Ñandú S.A." },
});
const signed = (secrets: readonly string[], ageSeconds = 0) =>
  signWebhook(secrets, "evt_1", new Date(Date.now() - ageSeconds * 1_000), body);

const genuine = /^genuine: evt_1 invoice\.issued$/;
const isChanged = /^not from Talonario|^No matching signature/;
const isOfAnotherTime = /^too old or too new|^Message timestamp too/;

describe.each(receivers)("%s", (_name, runs, receive) => {
  test.skipIf(!runs).each<[string, Received, RegExp]>([
    ["a genuine one", { secret, headers: signed([secret]), body }, genuine],
    ["one with the older secret during a rotation", { secret, headers: signed([other, secret]), body }, genuine],
    ["one with the newer secret during a rotation", { secret, headers: signed([secret, other]), body }, genuine],
    ["a changed body", { secret, headers: signed([secret]), body: body.replace("S.A.", "S.R.L.") }, isChanged],
    ["a line break more", { secret, headers: signed([secret]), body: `${body}\n` }, isChanged],
    ["another id", { secret, headers: { ...signed([secret]), "webhook-id": "evt_2" }, body }, isChanged],
    ["another secret", { secret, headers: signed([other]), body }, isChanged],
    ["no signature", { secret, headers: { ...signed([secret]), "webhook-signature": "v1, v1," }, body }, isChanged],
    ["an old timestamp", { secret, headers: signed([secret], 400), body }, isOfAnotherTime],
    [
      "a timestamp that is none",
      { secret, headers: { ...signed([secret]), "webhook-timestamp": "a[$(id)]" }, body },
      /^(?!genuine)/,
    ],
    ["a timestamp to come", { secret, headers: signed([secret], -400), body }, isOfAnotherTime],
  ])("reads %s", async (_case, received, said) => {
    expect(await receive(received)).toMatch(said);
  });
});
