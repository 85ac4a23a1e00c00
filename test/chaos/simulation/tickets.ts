import type { AuthorityBooks } from "./authority.js";
import { exchange } from "./network.js";
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
  /** A read replaces a refused ticket and tries again, once. Undefined without an answer. */
  read<Answer>(answer: () => Answer): Promise<Answer | undefined>;
}

const away = ["login", "authority (refuses)", "authority (silent)"];

/** The authority accepts the ticket for the company. */
export const isAccepted = ({ leastTicket }: AuthorityBooks, { number, companies }: Ticket, companyId: number) =>
  number >= leastTicket && companies.has(companyId);

export function createTickets(world: World, books: AuthorityBooks, process: Process, tickets: HeldTicket): Tickets {
  async function login(): Promise<boolean> {
    await process.sleep(world.random.between(20, 400));
    if (away.some((name) => world.outages.has(name))) return false;
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
      async function read<Answer>(answer: () => Answer): Promise<Answer | undefined> {
        const ask = (ticket: Ticket) =>
          exchange(world, process, "read", () => (isAccepted(books, ticket, companyId) ? answer() : "ticket"));
        const judged = await ask(used);
        if (judged.outcome !== "answered") return undefined;
        if (judged.answer !== "ticket") return judged.answer as Answer;
        const other = await findOther();
        const again = other && (await ask(other));
        return again?.outcome === "answered" && again.answer !== "ticket" ? (again.answer as Answer) : undefined;
      }

      return { ticket: () => used, renew, read };
    },
  };
}
