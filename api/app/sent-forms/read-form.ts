import type { Context } from "hono";
import type { Session } from "../../../shared/db/people/sessions.js";
import { clientAddress } from "../../middleware/client-address.js";
import type { AppEnv } from "../frame/app-env.js";
import { strangeForm } from "../frame/errors.js";
import type { Form } from "../frame/form.js";
import { companyPath } from "../frame/own-path.js";
import type { KnownSenders } from "../sign-in/known-senders.js";
import { findEarly, parseForm, readSending } from "./parse-form.js";
import { BodyOutOfBounds, readBytes } from "./read-bytes.js";
import { lostSession, tooLarge, tooManyForms, tooSlow } from "./refusals.js";
import { createTrust, type Trust } from "./trust.js";

/** Enough for the first field in either way of sending. Our pages send the token as that. */
const beginningBytes = 1_024;

/** The header by which the script sends the token. */
const tokenHeader = "x-csrf-token";

interface ReadForm {
  form: Form;
  /** To be called once the request is answered. */
  done(): void;
}

/** @param isToken whether this is the token of the sender's cookie */
export type FormReader = (
  c: Context<AppEnv>,
  isToken: (token: string) => boolean,
  session: Session | undefined,
) => Promise<ReadForm>;

/**
 * Reads the form of a request, only as far as its sender is trusted. The token comes first, in a header or in the form's beginning:
 * without it nothing else is read.
 * @throws PageError
 */
export function createFormReader(known: KnownSenders, trustProxy: number): FormReader {
  const trustOf = createTrust((address) => known.knows(address));

  return async (c, isToken, session) => {
    const token = c.req.header(tokenHeader);
    if (token !== undefined && !isToken(token)) throw strangeForm();
    const sending = readSending(c.req.header("content-type"));
    if (!sending) throw strangeForm();
    const length = lengthOf(c);
    const sender = { address: clientAddress(c, trustProxy), personId: session?.personId, path: c.req.path, length };
    const trust = await trustOf(sender);
    const refusals = { large: session || !companyPath(c.req.path) ? tooLarge : lostSession, slow: tooSlow };
    if ((length ?? 0) > trust.maxBytes) throw refusals.large();
    const leave = trust.places.take(trust.key);
    if (!leave) throw tooManyForms();
    try {
      const judge = (beginning: Buffer) => {
        if (token === undefined && !isToken(findEarly(beginning, sending, "csrf") ?? "")) throw strangeForm();
      };
      const { maxBytes, longestMs } = trust;
      const body = await readBytes(c.req.raw.body, { maxBytes, longestMs, beginningBytes, judge });
      const form = parseForm(body, sending);
      if (!form) throw strangeForm();
      return { form: form.filter(([name]) => name !== "csrf"), done: placeKept(trust, leave) };
    } catch (error) {
      leave();
      throw error instanceof BodyOutOfBounds ? refusals[error.why]() : error;
    }
  };
}

function placeKept({ keepsPlace }: Trust, leave: () => void): () => void {
  if (!keepsPlace) leave();
  return leave;
}

/** What the header tells counts only if the body does not come in pieces of any number. */
function lengthOf(c: Context): number | undefined {
  const length = c.req.header("content-length");
  return length === undefined || c.req.header("transfer-encoding") !== undefined ? undefined : Number(length);
}
