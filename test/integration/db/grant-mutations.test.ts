import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { takePayment } from "../../../shared/db/payments/take-payment.js";
import { type Database, openDatabase } from "../../../shared/db/pool/database.js";
import { findGrantViolations } from "../../support/payments/grant-violations.js";
import { createDatabase } from "../../support/servers/database.js";
import { asProcess } from "../../support/servers/process-roles.js";

/**
 * Mutations of `grant_payment`: a rule is taken out of the function, on a database of its own, and what the other tests ask about payments
 * must find the harm. Source: api/payments/README.md, "States, and the exit of each".
 */

const collector = "77";

interface Mutation {
  rule: string;
  /** The text of the function that holds the rule, and what stands there without it. */
  from: string;
  to: string;
  finds: RegExp;
}

const mutations: Mutation[] = [
  {
    rule: "a payment gives once",
    from: " OR p.granted_at IS NOT NULL",
    to: "",
    finds: /^payment \d+ gave [234] times$/,
  },
  {
    rule: "it gives for the amount of its checkout",
    from: " OR p.amount < asked.amount",
    to: "",
    finds: /^payment \d+ gave for 15000.09 ARS of 15000.10$/,
  },
  { rule: "it is in pesos", from: " OR p.currency <> 'ARS'", to: "", finds: /^payment \d+ gave for 15000.10 USD/ },
  {
    rule: "it is of its checkout's reference",
    from: " AND c.reference = p.reference",
    to: "",
    finds: /^payment \d+ gave what another checkout asks$/,
  },
  { rule: "it is approved", from: " OR p.state <> 'approved'", to: "", finds: /^payment \d+ gave and is rejected$/ },
];

test("grant_payment as it is gives nobody more than was paid for", () =>
  withGrants(async (db, url) => {
    await tryEverything(db, url);
    expect(await findGrantViolations(db)).toEqual([]);
  }));

test.each(mutations)("without the rule that $rule, the harm is found", ({ from, to, finds }) =>
  withGrants(async (db, url) => {
    await mutate(db, from, to);
    await tryEverything(db, url);
    const found = await findGrantViolations(db);
    expect(found).toEqual([expect.stringMatching(finds)]);
  }),
);

async function withGrants(run: (db: Database, url: string) => Promise<void>): Promise<void> {
  await using database = await createDatabase();
  const { db, close } = openDatabase(database.url, { connections: 2 });
  try {
    await db.$executeRaw`INSERT INTO company (id, code, cuit, name, tax_type) VALUES (1, 'demo', '30712345671', 'Demo', 1)`;
    await db.$executeRaw`
      INSERT INTO plan (name, code, title, monthly_vouchers, price, months) VALUES ('plan base', 'base', 'Base', 100, 15000.10, 1)`;
    await db.$executeRaw`
      INSERT INTO subscription (company_id, plan_id, paid_plan_id, anchor, until) SELECT 1, id, id, '2026-01-31', '2026-02-28' FROM plan WHERE code = 'base'`;
    await run(db, database.url);
  } finally {
    await close();
  }
}

/** Replaces the function by one without a rule. @throws Error where the function has it no more: the mutation would prove nothing */
async function mutate(db: Database, from: string, to: string): Promise<void> {
  const [found] = await db.$queryRaw<{ text: string }[]>`
    SELECT pg_get_functiondef('public.grant_payment(bigint)'::regprocedure) AS text`;
  const text = found?.text ?? "";
  if (text.split(from).length !== 2) throw new Error(`grant_payment does not have "${from}" once`);
  await db.$executeRawUnsafe(text.replace(from, to));
}

/** Does as the pages' role what a provider, several processes and somebody with the rights of the pages can do. */
async function tryEverything(db: Database, url: string): Promise<void> {
  const { db: pages, close } = openDatabase(asProcess(url, "api"), { connections: 4 });
  const ask = async () => {
    const reference = `tal-${randomUUID().replaceAll("-", "")}`;
    const [made] = await db.$queryRaw<{ id: number }[]>`
      INSERT INTO checkout (company_id, kind, plan_id, months, amount, reference, asked_by, closed_at)
      SELECT 1, 'renewal', id, 1, price, ${reference}, 'a', now() FROM plan WHERE code = 'base' RETURNING id`;
    return { id: made?.id ?? 0, reference };
  };
  try {
    const { reference } = await ask();
    const said = { id: "1", status: "approved", amount: "15000.10", currency: "ARS", collector, reference };
    await Promise.all([1, 2, 3, 4].map(() => takePayment(pages, said, collector)));
    // Written past the rule of the pages' program, which looks at amount and currency itself.
    for (const [providerId, amount, currency, state, of] of [
      ["2", "15000.09", "ARS", "approved", undefined],
      ["3", "15000.10", "USD", "approved", undefined],
      ["4", "15000.10", "ARS", "approved", "another"],
      ["5", "15000.10", "ARS", "rejected", undefined],
    ] as const) {
      const checkout = await ask();
      const [row] = await pages.$queryRaw<{ id: number }[]>`
        INSERT INTO public.payment (checkout_id, company_id, provider_id, kind, months, amount, currency, reference, state)
        VALUES (${checkout.id}, 1, ${providerId}, 'renewal', 1, ${amount}::numeric, ${currency}, ${of ?? checkout.reference}, ${state}) RETURNING id`;
      await pages.$queryRaw`SELECT public.grant_payment(${row?.id})`;
    }
  } finally {
    await close();
  }
}
