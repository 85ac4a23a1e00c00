import { isBehindWatermark } from "../../../shared/domain/database-position.js";
import { blockOf, dateOf, grant, lastGrant } from "./authority.js";
import type { LooseFault } from "./circumstances.js";
import { askedKeys, preparedCompanies, standingKeys } from "./companies.js";
import { crash } from "./database.js";
import { becomeCopy, beginIncarnation, copyOf, type Standby, type WayBack } from "./histories.js";
import { cutOffName } from "./network.js";
import type { Parts } from "./parts.js";
import type { Process } from "./process.js";
import { redisCutName } from "./redis.js";
import { reportElsewhere } from "./reported-books.js";
import { sightingOf } from "./witnesses.js";

/** By how much a clock is off, in milliseconds. */
const clockSteps = [-600_000, 0, 600_000];
/** It is noon in a run, so that only the longest reach another day. */
const hostClockSteps = [-46_800_000, 0, 600_000, 46_800_000];

/** Starts the faults that are not tied to a step. They strike at random intervals until faults stop. */
export function startOutages(parts: Parts, issuers: Process[], flushQueue: () => void): void {
  const { world, database, books, ledger, contingency, witnesses } = parts;
  const { random, scheduler, circumstances } = world;

  const asked = askedKeys(circumstances);

  function outage(name: string, leastMs: number, maxMs: number): void {
    const lastsMs =
      circumstances.longOutages && maxMs < 60_000 ? random.between(maxMs, 10 * maxMs) : random.between(leastMs, maxMs);
    world.tell("--", `${name} is away for ${Math.round(lastsMs)} ms`);
    world.outages.add(name);
    scheduler.after(Math.min(lastsMs, circumstances.faultsEndMs - scheduler.nowMs()), () => world.outages.delete(name));
  }

  function issueElsewhere(total: string, document: string): void {
    const sequence = random.pick(asked);
    const last = lastGrant(books, sequence);
    const lastDate = last?.content["CbteFch"] ?? "";
    const today = dateOf(books.day);
    const CbteFch = today > lastDate ? today : lastDate;
    const content = {
      CbteFch,
      DocNro: document,
      ImpTotal: total,
      AlicIva: "line",
      Condicion: String(database.mapping),
    };
    grant(world, books, ledger, { sequence, number: (last?.number ?? 0) + 1, content, tag: null });
  }

  function loseCommits(way: WayBack, afterMs: number): void {
    const copy = copyOf(database);
    scheduler.after(afterMs, () => {
      if (world.faultsGoOn()) goBack(copy, way);
    });
  }

  function goBack(copy: Standby, way: WayBack): void {
    world.tell("--", `the database lost its last commits: ${way}`);
    const changed = becomeCopy(database, copy, way);
    ledger.failedOver();
    if (way === "folder") noticeFolder();
    for (const row of changed) database.changed(row);
    outage("database", 50, 500);
  }

  /** Where nothing outside shows that files were copied back, the operator says so before anything runs on them. */
  function noticeFolder(): void {
    const { timeline } = database;
    const present = sightingOf(database);
    const isShown = timeline === 0 || (witnesses.due && isBehindWatermark(present, witnesses.due));
    if (isShown) witnesses.unnoticed = timeline;
    else beginIncarnation(parts, "operator", timeline);
  }

  function spoil(how: "lost" | "early" | "another's"): void {
    const { storage, unnoticed } = witnesses;
    if (!storage || unnoticed === database.timeline) return;
    world.tell("--", `what is kept of the database is ${how}`);
    witnesses.redis = undefined;
    if (how === "lost") witnesses.storage = undefined;
    if (how === "early") witnesses.storage = { ...storage, position: storage.position / 2n };
    if (how === "another's") witnesses.storage = { ...storage, place: "another", position: storage.position * 2n };
    witnesses.due = witnesses.storage;
  }

  /** Says that the database is far ahead, or of a history that came after the present one. It writes over what the issuers kept. */
  function forge(): void {
    const where = random.pick(["redis", "storage", "both"]);
    if (where !== "redis" && witnesses.unnoticed === database.timeline) return;
    const present = sightingOf(database);
    const forged = { signed: false, ...present, position: present.position * 1_000n };
    const later = { ...forged, history: -1, earlier: [present.history, ...present.earlier] };
    const written = random.pick([forged, later]);
    world.tell("--", `a watermark is forged (${where})`);
    if (where !== "storage") witnesses.redis = written;
    if (where === "redis") return;
    witnesses.storage = written;
    witnesses.due = undefined;
  }

  const faults: Record<LooseFault, () => void> = {
    posBlocked: () => outage(blockOf(random.pick(asked)), 500, 15_000),
    foreignVoucher: () => {
      for (let left = random.pick([1, 1, 1, 3]); left > 0; left--) issueElsewhere("999.00", "20111111112");
    },
    foreignTwin: () => issueElsewhere("100.00", "0"),
    ticketsForgotten: () => {
      books.leastTicket++;
    },
    loginDown: () => outage("login", 1_000, 20_000),
    delegationEnds: () => {
      const { id } = random.pick(circumstances.companies);
      world.tell("--", `${id} takes its delegation back`);
      books.withdrawn.add(id);
      books.leastTicket++;
      const awayMs = circumstances.longOutages ? random.between(60_000, 200_000) : random.between(500, 30_000);
      const lastsMs = Math.min(awayMs, circumstances.faultsEndMs - scheduler.nowMs());
      scheduler.after(lastsMs, () => {
        world.tell("--", `${id} delegates again`);
        books.withdrawn.delete(id);
      });
    },
    dayRolls: () => {
      books.day++;
      world.tell("--", `it is ${dateOf(books.day)}`);
    },
    databaseDown: () => outage("database", 500, 30_000),
    databaseCrashes: () => {
      for (const row of crash(database)) {
        world.tell("--", `the database crashes and forgets ${row.key}`);
        database.changed(row);
      }
      outage("database", 50, 500);
    },
    databaseFailsOver: () => loseCommits("failover", random.between(100, 4_000)),
    dumpLoaded: () => loseCommits("dump", random.between(100, 8_000)),
    copiedByTemplate: () => loseCommits("template", random.between(100, 8_000)),
    filesCopiedBack: () => loseCommits("folder", random.between(100, 8_000)),
    witnessSpoilt: () => spoil(random.pick(["lost", "early", "another's"])),
    watermarkForged: forge,
    clockSteps: () => {
      database.clockOffsetMs = random.pick(clockSteps);
      world.tell("--", `the database's clock is ${database.clockOffsetMs} ms off`);
    },
    authorityClockSteps: () => {
      books.clockOffsetMs = random.pick(clockSteps);
      books.furthestOffsetMs = Math.max(books.furthestOffsetMs, books.clockOffsetMs);
      world.tell("--", `the authority's clock is ${books.clockOffsetMs} ms off`);
    },
    hostClockSteps: () => {
      const issuer = random.pick(issuers);
      issuer.hostOffsetMs = random.pick(hostClockSteps);
      world.tell("--", `the clock of ${issuer.name} is ${issuer.hostOffsetMs} ms off`);
      scheduler.after(circumstances.faultsEndMs - scheduler.nowMs(), () => {
        issuer.hostOffsetMs = 0;
      });
    },
    deploys: () => {
      database.mapping++;
      world.tell("--", `a deploy: content is declared by mapping ${database.mapping} now`);
    },
    authorityAway: () =>
      outage(
        random.pick(["authority (refuses)", "authority (silent)", "issuing (silent)", "issuing (answers lost)"]),
        1_000,
        60_000,
      ),
    issuerCutOff: () => {
      const name = `issuer-${random.integer(1, circumstances.issuers)}`;
      outage(cutOffName({ name }, random.pick(["refuses", "silent"])), 5_000, 60_000);
    },
    begunByHand: () => {
      const { id } = random.pick(preparedCompanies(circumstances));
      contingency.beginByHand("operator", id);
      const lastsMs = Math.min(random.between(2_000, 30_000), circumstances.faultsEndMs - scheduler.nowMs());
      scheduler.after(lastsMs, () => contingency.endByHand("operator", id));
    },
    foreignReport: () => {
      const sequence = random.pick(standingKeys(circumstances));
      reportElsewhere(world, books, sequence);
    },
    redisDown: () => outage("redis", 500, 30_000),
    redisCut: () => {
      const name = `issuer-${random.integer(1, circumstances.issuers)}`;
      outage(redisCutName({ name }), 500, 30_000);
    },
    redisFlushed: () => {
      world.tell("--", "Redis loses all its data");
      flushQueue();
    },
  };

  for (const [name, everyMs] of Object.entries(circumstances.everyMs)) {
    const again = () =>
      scheduler.after(-Math.log(1 - random.next()) * everyMs, () => {
        if (!world.faultsGoOn()) return;
        faults[name as LooseFault]();
        again();
      });
    again();
  }
}
