import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import PostalMime, { type Address, type Attachment } from "postal-mime";

/** A message in the answer of `GET /messages`. Source: test/sandbox/README.md. */
interface MailMessage {
  id: number;
  from: string;
  to: string[];
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; contentType: string; size: number }[];
}

export interface StoredMail {
  message: MailMessage;
  contents: Buffer[];
  /** The whole message as received, with its headers. */
  source: Buffer;
  receivedAt: string;
}

export interface MailStore {
  /** Newest first. */
  all(): StoredMail[];
  find(id: number): StoredMail | undefined;
  add(source: Buffer, recipients: string[]): Promise<StoredMail>;
  clear(): void;
}

interface Envelope {
  recipients: string[];
  receivedAt: string;
}

/** Keeps the newest `capacity` messages. With a folder, also stores them there, and loads them at the next start. */
export async function openMailStore(folder: string | undefined, capacity: number): Promise<MailStore> {
  const mails: StoredMail[] = [];
  let lastId = 0;

  const file = (id: number, extension: string) => path.join(folder ?? "", `${id}.${extension}`);
  const remove = (id: number) => {
    if (folder === undefined) return;
    for (const extension of ["json", "eml"]) rmSync(file(id, extension), { force: true });
  };
  const keep = (mail: StoredMail) => {
    mails.unshift(mail);
    for (const dropped of mails.splice(capacity)) remove(dropped.message.id);
  };

  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    for (const id of storedIds(folder)) {
      const envelope = JSON.parse(readFileSync(file(id, "json"), "utf8")) as Envelope;
      keep(await readMail(id, readFileSync(file(id, "eml")), envelope));
      lastId = id;
    }
  }

  return {
    all: () => mails,
    find: (id) => mails.find((mail) => mail.message.id === id),
    clear() {
      for (const mail of mails.splice(0)) remove(mail.message.id);
    },
    async add(source, recipients) {
      lastId += 1;
      const id = lastId;
      const envelope: Envelope = { recipients, receivedAt: new Date().toISOString() };
      const mail = await readMail(id, source, envelope);
      if (folder !== undefined) {
        // The envelope is written last and atomically: a message without it is not loaded again.
        writeFileSync(file(id, "eml"), source);
        writeFileSync(file(id, "json.new"), JSON.stringify(envelope));
        renameSync(file(id, "json.new"), file(id, "json"));
      }
      keep(mail);
      return mail;
    },
  };
}

const storedIds = (folder: string): number[] =>
  readdirSync(folder)
    .filter((name) => /^\d+\.json$/.test(name))
    .map((name) => Number.parseInt(name, 10))
    .sort((one, other) => one - other);

async function readMail(id: number, source: Buffer, { recipients, receivedAt }: Envelope): Promise<StoredMail> {
  const email = await PostalMime.parse(source);
  const contents = email.attachments.map(readContent);
  const message: MailMessage = {
    id,
    from: addressOf(email.from),
    to: recipients,
    subject: email.subject ?? "",
    html: email.html ?? "",
    text: email.text ?? "",
    attachments: email.attachments.map((attachment, index) => ({
      filename: attachment.filename ?? "",
      contentType: attachment.mimeType,
      size: contents[index]?.length ?? 0,
    })),
  };
  return { message, contents, source, receivedAt };
}

const addressOf = (from: Address | undefined): string => from?.address ?? "";

const readContent = ({ content }: Attachment): Buffer =>
  typeof content === "string" ? Buffer.from(content) : Buffer.from(content as Uint8Array);
