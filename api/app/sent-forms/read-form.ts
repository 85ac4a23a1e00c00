import type { Context } from "hono";
import { whenFull } from "../../../shared/concurrency/fair-semaphore.js";
import type { Membership } from "../../../shared/db/people/memberships.js";
import type { Session } from "../../../shared/db/people/sessions.js";
import type { Database } from "../../../shared/db/pool/database.js";
import { clientAddress } from "../../middleware/client-address.js";
import { createPace } from "../../parsing/pace.js";
import { BodyOutOfBounds, readBytes } from "../../parsing/read-bytes.js";
import type { AppEnv } from "../frame/app-env.js";
import type { Form } from "../frame/form.js";
import type { KnownBrowsers } from "../frame/known-browsers.js";
import type { RecentAddresses } from "../frame/recent-addresses.js";
import { safeCompanyPath } from "../frame/safe-path.js";
import { strangeForm } from "../layout/errors.js";
import { type BodyLimits, createBodyLimits } from "./body-limits.js";
import { ownMembership } from "./own-membership.js";
import { findEarly, parseForm, readSending } from "./parse-form.js";
import { lostSession, tooLarge, tooManyForms, tooSlow } from "./refusals.js";

/** Enough for the first field in either way of sending. Our pages send the token as that. */
const beginningBytes = 1_024;

/** The header by which the script sends the token. */
const tokenHeader = "x-csrf-token";

interface ReadForm {
  form: Form;
  /** The sender's place in the company of the path. */
  membership: Membership | undefined;
  /** To be called once the request is answered. */
  done(): void;
}

/** @param isToken whether this is the token of the sender's cookie */
export type FormReader = (
  c: Context<AppEnv>,
  isToken: (token: string) => boolean,
  session: Session | undefined,
) => Promise<ReadForm>;

interface FormReaderDeps {
  people: Database;
  known: RecentAddresses;
  browsers: KnownBrowsers;
  trustProxy: number;
}

/**
 * Reads the form of a request, only as far as its sender is trusted. The token comes first, in a header or in the form's beginning:
 * without it nothing else is read. Whoever has no place in the company of the path takes none of the places for its forms.
 * @throws PageError
 */
export function createFormReader({ people, known, browsers, trustProxy }: FormReaderDeps): FormReader {
  const trustOf = createBodyLimits((address) => known.knows(address));

  return async (c, isToken, session) => {
    const token = c.req.header(tokenHeader);
    if (token !== undefined && !isToken(token)) throw strangeForm();
    const sending = readSending(c.req.header("content-type"));
    if (!sending) throw strangeForm();
    const length = lengthOf(c);
    const { path } = c.req;
    const membership = session && (await ownMembership(people, session, path));
    const trust = await trustOf({
      address: clientAddress(c, trustProxy),
      member: session && { personId: session.personId, companyId: membership?.companyId },
      knownPersonId: session ? undefined : await browsers.find(c),
      path,
      length,
    });
    const large = session || !safeCompanyPath(path) ? tooLarge : lostSession;
    const refusals = { large, slow: tooSlow, gaveWay: tooManyForms };
    if ((length ?? 0) > trust.maxBytes) throw refusals.large();
    const { maxBytes, longestMs } = trust;
    const gaveWay = new AbortController();
    let pace = createPace(performance.now(), longestMs);
    let isRead = false;
    const holder = {
      groups: trust.groups,
      standing: () => (isRead ? Number.POSITIVE_INFINITY : pace.standing()),
      giveWay: () => gaveWay.abort(),
    };
    const leave = await trust.places.enter(holder).catch(whenFull(tooManyForms));
    try {
      // Who waited for a place was not read meanwhile.
      pace = createPace(performance.now(), longestMs);
      const judge = (beginning: Buffer) => {
        if (token === undefined && !isToken(findEarly(beginning, sending, "csrf") ?? "")) throw strangeForm();
      };
      const bounds = { maxBytes, pace, gaveWay: gaveWay.signal, beginningBytes, judge };
      const body = await readBytes(c.req.raw.body, bounds);
      isRead = true;
      const form = parseForm(body, sending);
      if (!form) throw strangeForm();
      return { form: form.filter(([name]) => name !== "csrf"), membership, done: placeKept(trust, leave) };
    } catch (error) {
      leave();
      throw error instanceof BodyOutOfBounds ? refusals[error.why]() : error;
    }
  };
}

function placeKept({ keepsPlace }: BodyLimits, leave: () => void): () => void {
  if (!keepsPlace) leave();
  return leave;
}

/** Declared length (`Content-Length`); undefined without one, and when the body comes in pieces (`Transfer-Encoding`) of any number. */
function lengthOf(c: Context): number | undefined {
  const length = c.req.header("content-length");
  return length === undefined || c.req.header("transfer-encoding") !== undefined ? undefined : Number(length);
}
