import type { Fault } from "./fault.js";
import type { Victim } from "./targets.js";

const operations = ["FECAESolicitar", "FECAESolicitar", "FECAESolicitar", "FECompConsultar", "FECompUltimoAutorizado"];
const actions = ["drop", "delay", "status", "html", "truncate", "error"] as const;

/** Answers that decide nothing. The fault strikes before or after the CAE is granted. */
const spoiledAnswers: Fault = {
  name: "spoil answers of the authority",
  touches: [],
  async strike({ system, random, pause }) {
    const action = random.pick(actions);
    await system.authority.pushFault({
      operation: random.pick(operations),
      when: random.pick(["before", "after"]),
      action,
      ...(action === "error" && { code: random.pick(["500", "501", "502"]) }),
      // Some within the call's timeout, some beyond it.
      ms: action === "delay" ? random.integer(200, 6_000) : 0,
      times: random.integer(1, 6),
    });
    await pause(random.integer(200, 2_000));
  },
};

const maintenance: Fault = {
  name: "close the authority for a while",
  touches: ["maintenance"],
  async strike({ system, random, pause }) {
    await system.authority.pushFault({ operation: "*", action: "html", status: 503, times: null });
    await pause(random.chance(0.2) ? 30_000 : random.integer(1_000, 10_000));
    await system.authority.clearFaults();
  },
};

/** As the net does it, or as the authority's own servers do. A contingency begins and ends by itself. */
const away: Fault = {
  name: "the authority goes away",
  touches: ["maintenance"],
  async strike({ system, random, pause }) {
    const action = random.pick(["drop", "html", "delay"] as const);
    const answer = { drop: {}, html: { status: 503 }, delay: { ms: 120_000 } }[action];
    await system.authority.pushFault({ operation: "*", action, ...answer, times: null });
    await pause(random.integer(1_000, 60_000));
    await system.authority.clearFaults();
  },
};

/** Refuses a voucher whose content is good. On a re-send the issuer must not believe this at once. */
const refusals: Fault = {
  name: "refuse for the point of sale",
  touches: [],
  async strike({ system, random, pause }) {
    await system.authority.pushFault({
      operation: "FECAESolicitar",
      action: "error",
      code: "10005",
      msg: "Punto de venta bloqueado",
      times: random.integer(1, 2),
    });
    await pause(500);
  },
};

const lateView: Fault = {
  name: "show granted vouchers late",
  touches: ["lag"],
  async strike({ system, random, pause }) {
    await system.authority.set({ visibilityLagMs: random.integer(500, 6_000) });
    await pause(random.integer(3_000, 8_000));
    await system.authority.set({ visibilityLagMs: 0 });
  },
};

/** Never the total of a sale of ours: two vouchers with equal content cannot be told apart. */
let lastForeignTotal = 5_000_000;

const foreignWriter: Fault = {
  name: "a foreign voucher",
  touches: [],
  async strike({ system, sequences, random, pause }) {
    const shared = sequences.filter(({ isShared }) => isShared);
    if (shared.length === 0) return;
    for (let count = random.integer(1, 4); count > 0; count--) {
      const { cuit, production, posNumber, voucherType } = random.pick(shared);
      lastForeignTotal += 1;
      await system.authority.issueForeign({
        env: production ? "production" : "homologation",
        cuit,
        pos: posNumber,
        type: voucherType,
        fields: { ImpTotal: String(lastForeignTotal) },
      });
      await pause(random.integer(0, 400));
    }
  },
};

/** The next calls are refused for their ticket. A new login is possible within a minute. */
const ticketsLost: Fault = {
  name: "the authority forgets a ticket",
  touches: [],
  async strike({ system, random, pause }) {
    await system.authority.pushFault({ operation: "*", action: "error", code: "600", times: random.integer(1, 2) });
    await pause(500);
  },
};

export const authorityFaults = ({ contingency }: Victim): Fault[] => [
  ...Array<Fault>(contingency ? 8 : 0).fill(away),
  ...Array<Fault>(12).fill(spoiledAnswers),
  ...Array<Fault>(8).fill(foreignWriter),
  ...Array<Fault>(3).fill(refusals),
  ...Array<Fault>(3).fill(lateView),
  ...Array<Fault>(2).fill(maintenance),
  ticketsLost,
];
