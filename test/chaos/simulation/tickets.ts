import type { AuthorityBooks } from "./authority.js";
import { exchange } from "./network.js";
import type { Process } from "./process.js";
import type { World } from "./world.js";

/** The ticket that a process has. */
export interface HeldTicket {
  held: number | undefined;
}

/** Access tickets as one issuer sees them: a model of issuer/authority/wsaa. */
export interface Tickets {
  /** Undefined when there is none. */
  get(): Promise<number | undefined>;
  use(ticket: number): UsedTicket;
}

/** The ticket of one session. */
interface UsedTicket {
  ticket(): number;
  /** Replaces a ticket that was refused. False when there is no new one. */
  renew(): Promise<boolean>;
  /** A read replaces a refused ticket and tries again, once. Undefined without an answer. */
  read<Answer>(answer: () => Answer): Promise<Answer | undefined>;
}

const away = ["login", "authority (refuses)", "authority (silent)"];

export function createTickets(world: World, books: AuthorityBooks, process: Process, tickets: HeldTicket): Tickets {
  async function login(): Promise<boolean> {
    await process.sleep(world.random.between(20, 400));
    if (away.some((name) => world.outages.has(name))) return false;
    tickets.held = books.leastTicket;
    return true;
  }

  return {
    async get() {
      await process.sleep(world.random.between(0, 5));
      return tickets.held === undefined && !(await login()) ? undefined : tickets.held;
    },

    use(ticket) {
      let used = ticket;

      async function renew(): Promise<boolean> {
        if (tickets.held === used && !(await login())) return false;
        used = tickets.held ?? used;
        return true;
      }

      async function read<Answer>(answer: () => Answer): Promise<Answer | undefined> {
        const judged = await exchange(world, process, "read", () => (used < books.leastTicket ? "ticket" : answer()));
        if (judged.outcome !== "answered") return undefined;
        if (judged.answer !== "ticket") return judged.answer as Answer;
        if (!(await renew())) return undefined;
        const again = await exchange(world, process, "read", answer);
        return again.outcome === "answered" ? again.answer : undefined;
      }

      return { ticket: () => used, renew, read };
    },
  };
}
