import type { AnswerKind } from "../../../shared/domain/cae-outcome.js";
import type { AuthorityBooks } from "./authority.js";
import { type Exchanged, exchange, isIsolated } from "./network.js";
import type { Process } from "./process.js";
import type { World } from "./world.js";

/** A ticket, with the companies that it may act for: those of the moment of its login. */
export interface Ticket {
  number: number;
  companies: ReadonlySet<number>;
}

/** The ticket that a process has. */
export interface HeldTicket {
  held: Ticket | undefined;
}

/** Access tickets as one issuer sees them: a model of issuer/authority/wsaa. */
export interface Tickets {
  /** Undefined when there is none. */
  get(): Promise<Ticket | undefined>;
  use(ticket: Ticket, companyId: number): UsedTicket;
}

/** The ticket of one session. */
interface UsedTicket {
  ticket(): Ticket;
  /** Replaces a ticket that was refused. False when there is no new one. */
  renew(): Promise<boolean>;
  /** A read replaces a refused ticket and tries again, once. */
  read<Answer>(answer: () => Answer): Promise<Read<Answer>>;
}

/** Without an answer to what was asked, `cause` says why, and `heard` whether there was another answer. */
type Read<Answer> = { answer: Answer } | Unread;

export interface Unread {
  answer?: undefined;
  cause: string;
  heard: AnswerKind;
  /** A new ticket was refused, too: the company is not among those of the certificate. */
  isAlone?: true;
}

const unlisted = Symbol("an unlisted code");
const refused = Symbol("the ticket is refused");
const refusedTicket: Unread = { cause: "(600) the ticket is refused", heard: "answer" };

function toRead<Answer>(exchanged: Exchanged<unknown>): Read<Answer> {
  if (exchanged.outcome !== "answered") return { cause: exchanged.cause, heard: exchanged.heard };
  if (exchanged.answer === refused) return refusedTicket;
  return exchanged.answer === unlisted
    ? { cause: "(1300) unlisted", heard: "answer" }
    : { answer: exchanged.answer as Answer };
}

const away = ["login", "authority (refuses)", "authority (silent)"];

/** The authority accepts the ticket for the company. */
export const isAccepted = ({ leastTicket }: AuthorityBooks, { number, companies }: Ticket, companyId: number) =>
  number >= leastTicket && companies.has(companyId);

export function createTickets(world: World, books: AuthorityBooks, process: Process, tickets: HeldTicket): Tickets {
  async function login(): Promise<boolean> {
    await process.sleep(world.random.between(20, 400));
    if (away.some((name) => world.outages.has(name)) || isIsolated(world, process)) return false;
    const companies = world.circumstances.companies.map(({ id }) => id).filter((id) => !books.withdrawn.has(id));
    tickets.held = { number: books.leastTicket, companies: new Set(companies) };
    return true;
  }

  return {
    async get() {
      await process.sleep(world.random.between(0, 5));
      return tickets.held === undefined && !(await login()) ? undefined : tickets.held;
    },

    use(ticket, companyId) {
      let used = ticket;

      async function findOther(): Promise<Ticket | undefined> {
        // A login soon after the last one is refused.
        if (tickets.held === used && (world.fault("loginTooSoon") || !(await login()))) return undefined;
        return tickets.held;
      }

      async function renew(): Promise<boolean> {
        const other = await findOther();
        used = other ?? used;
        return other !== undefined;
      }

      /** What a read renews serves that read alone: what is sent goes out with the session's own ticket. */
      async function read<Answer>(answer: () => Answer): Promise<Read<Answer>> {
        const judge = (ticket: Ticket) => (isAccepted(books, ticket, companyId) ? answer() : refused);
        const ask = (ticket: Ticket) =>
          exchange(world, process, "read", () => (world.fault("unlisted") ? unlisted : judge(ticket)));
        const first = await ask(used);
        if (first.outcome !== "answered" || first.answer !== refused) return toRead<Answer>(first);
        const other = await findOther();
        if (other === undefined) return refusedTicket;
        const second = await ask(other);
        const isAlone = second.outcome === "answered" && second.answer === refused;
        return isAlone ? { ...refusedTicket, isAlone } : toRead<Answer>(second);
      }

      return { ticket: () => used, renew, read };
    },
  };
}
