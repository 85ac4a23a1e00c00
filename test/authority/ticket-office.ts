import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomInt,
  sign,
  verify,
} from "node:crypto";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { EnvironmentName } from "./environment.js";

type Grant = { destination: string; service: string; represents: string[]; generatedAt: Date; expiresAt: Date };

type Ticket = {
  /** Epoch seconds. */
  generation: number;
  expiration: number;
  service: string;
  represents: string[];
  isSigned: boolean;
};

export type TicketOffice = {
  /** The authority's name in tickets. */
  authorityName: string;
  issue: (grant: Grant) => { token: string; sign: string };
  /** Undefined when the token is not an sso document. */
  read: (token: string, sign: string) => Ticket | undefined;
  /** When this certificate last got a ticket for this service, in epoch milliseconds. */
  lastIssued: (destination: string, service: string) => number | undefined;
  clear: () => void;
};

const maxRemembered = 1_000;

/**
 * RSA-1024 like the real one, whose signatures have 172 characters of base64. Kept in a file, so that tickets survive a restart.
 */
function openKey(file: string | undefined): KeyObject {
  if (file !== undefined && existsSync(file)) return createPrivateKey(readFileSync(file));
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  if (file !== undefined) writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  return privateKey;
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);

/** Source: issuer/authority/README.md, section 1.4. */
function ssoDocument(
  authorityName: string,
  { destination, service, represents, generatedAt, expiresAt }: Grant,
): string {
  const relations = represents.map((cuit) => `                <relation key="${cuit}" reltype="4"/>\n`).join("");
  const audience = service === "wsfe" ? ' dst="CN=wsfe, O=AFIP, C=AR"' : "";
  const uid = destination.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sso version="2.0">
    <id src="${authorityName}"${audience} unique_id="${randomInt(2 ** 32)}" gen_time="${seconds(generatedAt) - 60}" exp_time="${seconds(expiresAt)}"/>
    <operation type="login" value="granted">
        <login entity="33693450239" service="${service}" uid="${uid}" authmethod="cms" regmethod="22">
            <relations>
${relations}            </relations>
        </login>
    </operation>
</sso>
`;
}

function readToken(token: string, isSigned: (document: Buffer) => boolean): Ticket | undefined {
  const document = Buffer.from(token, "base64");
  const text = document.toString("utf8");
  const number = (name: string) => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(text)?.[1] ?? Number.NaN);
  const service = /\bservice="([^"]*)"/.exec(text)?.[1];
  const generation = number("gen_time");
  const expiration = number("exp_time");
  if (!text.includes("<sso") || service === undefined || Number.isNaN(generation + expiration)) return undefined;
  const represents = [...text.matchAll(/<relation key="(\d+)"/g)].flatMap(([, cuit]) => cuit ?? []);
  return { generation, expiration, service, represents, isSigned: isSigned(document) };
}

/** Issues and reads the tickets of one environment. `file` is the path of its files without their endings. */
export function openTicketOffice(name: EnvironmentName, file: string | undefined): TicketOffice {
  const authorityName = `CN=${name === "production" ? "wsaa" : "wsaahomo"}, O=AFIP, C=AR, SERIALNUMBER=CUIT 33693450239`;
  const log = file === undefined ? undefined : `${file}.log`;
  const privateKey = openKey(file === undefined ? undefined : `${file}-key.pem`);
  const publicKey = createPublicKey(privateKey);
  const issued = new Map<string, number>();
  const remembered = new Map<string, Ticket | undefined>();
  for (const line of log !== undefined && existsSync(log) ? readFileSync(log, "utf8").split("\n") : []) {
    const [at, ...key] = line.split(" ");
    if (key.length > 0) issued.set(key.join(" "), Number(at));
  }
  return {
    authorityName,
    issue(grant) {
      const document = Buffer.from(ssoDocument(authorityName, grant));
      const key = `${grant.service} ${grant.destination}`;
      if (log !== undefined) appendFileSync(log, `${grant.generatedAt.getTime()} ${key}\n`);
      issued.set(key, grant.generatedAt.getTime());
      return { token: document.toString("base64"), sign: sign("sha256", document, privateKey).toString("base64") };
    },
    read(token, signature) {
      const key = `${token} ${signature}`;
      if (remembered.has(key)) return remembered.get(key);
      const ticket = readToken(token, (document) =>
        verify("sha256", document, publicKey, Buffer.from(signature, "base64")),
      );
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(key, ticket);
      return ticket;
    },
    lastIssued: (destination, service) => issued.get(`${service} ${destination}`),
    clear() {
      issued.clear();
      if (log !== undefined) rmSync(log, { force: true });
    },
  };
}
