import { beforeEach, expect, test } from "vitest";
import { Prisma } from "../../../shared/db/generated/client.js";
import type { AuthorityAnswer } from "../../../shared/db/issuer-requests/authority-question.js";
import { openApp } from "../../support/app/app-client.js";
import { openForFile } from "../../support/open-for-file.js";
import { approvedFate, refusedFate } from "../../support/processes/issuing-app.js";
import { publicCase } from "../../support/public-case.js";

const base = "/app/demo/homologation";

/** What the issuer answers to questions to the authority. */
let answer: AuthorityAnswer;
const opened = await openForFile(() => openApp({}, { askAuthority: async () => answer }));
const issuer = await opened.signIn("issuer");
beforeEach(() => {
  opened.system.fate = approvedFate;
  answer = { outcome: "absent" };
});

/** A new form, and what is typed into it. */
async function newForm(query = ""): Promise<{ path: string; key: string; text: string }> {
  const led = await issuer.get(`${base}/invoices/new${query}`);
  expect(led.status).toBe(303);
  const address = led.location ?? "";
  const path = address.replace(/\?.*/, "");
  const { status, text } = await issuer.get(address);
  expect(status).toBe(200);
  return { path, key: path.split("/").at(-1) ?? "", text };
}

const typed = {
  posNumber: "1",
  concept: "1",
  voucherDate: new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10),
  "items.0.description": "Yerba mate 1 kg",
  "items.0.quantity": "2",
  "items.0.price": "1.210,50",
  "items.0.taxType": "5",
  end: "1",
};

const vouchersOf = async (key: string) =>
  (await opened.system.get(`/invoices?idempotency=${key}`)).body.result as Record<string, unknown>[];

const typedIn = (text: string, name: string) => {
  const tag = new RegExp(`<input[^>]*name="${name.replaceAll(".", "\\.")}"[^>]*>`).exec(text)?.[0] ?? "";
  return /\bvalue="([^"]*)"/.exec(tag)?.[1];
};

test("a new form has a key of its own in its address, and begins with today, one line and a usable point of sale", async () => {
  const [one, other] = [await newForm(), await newForm()];
  expect(one.path).toMatch(/^\/app\/demo\/homologation\/invoices\/new\/[\w-]{20,}$/);
  expect(one.path).not.toBe(other.path);
  expect(typedIn(one.text, "voucherDate")).toBe(typed.voucherDate);
  expect(typedIn(one.text, "items.0.quantity")).toBe("1");
  expect(one.text).toContain("Emitir de prueba");
  expect((await issuer.get(`/app/demo/production/invoices/new/x`)).text).toContain("Emitir en producción");
});

test("sending the form issues one voucher, of the application and its person, whatever is sent again", async () => {
  const { path, key } = await newForm();
  const sent = await Promise.all([1, 2].map(() => issuer.post(path, { ...typed, intent: "issue" })));
  const [voucher, ...others] = await vouchersOf(key);
  expect(others).toEqual([]);
  expect(voucher).toMatchObject({ source: "app", userEmail: issuer.email, totalAmount: "2421.00", voucherType: 6 });
  const to = `${base}/invoices/${voucher?.id}`;
  expect(sent.map(({ status, location }) => [status, location]).toSorted()).toEqual([
    [303, `${to}?said=issued`],
    [303, `${to}?said=once`],
  ]);

  // The body of a reload.
  expect((await issuer.post(path, { ...typed, intent: "issue" })).location).toBe(`${to}?said=once`);
  expect((await issuer.get(`${to}?said=once`)).text).toContain("Se emitió una sola vez");
  const again = await issuer.get(path);
  expect(again.text).toContain("Ya se emitió: Factura B 00001-");
  expect(again.text).toContain(`href="${base}/invoices/new?from=${voucher?.id}"`);
  expect(await vouchersOf(key)).toHaveLength(1);
});

test("the form takes a sale condition, and says which one the point of sale gives when it is left blank", async () => {
  const { db } = opened.system;
  const ofPos = (saleCondition: string | null) =>
    db.pointOfSale.updateMany({ where: { number: 1, production: false }, data: { saleCondition } });
  await ofPos("Contado");
  const [one, other] = [await newForm(), await newForm()];
  expect(one.text).toContain("Vacía: «Contado», la del punto de venta.");
  await issuer.post(one.path, { ...typed, intent: "issue" });
  await issuer.post(other.path, { ...typed, saleCondition: " Cuenta corriente ", intent: "issue" });
  await ofPos(null);

  const [given] = await vouchersOf(other.key);
  const [byDefault] = await vouchersOf(one.key);
  expect([byDefault?.saleCondition, given?.saleCondition]).toEqual(["Contado", "Cuenta corriente"]);
  expect((await issuer.get(`${base}/invoices/${given?.id}`)).text).toContain("Cuenta corriente");
  expect(typedIn((await newForm(`?from=${given?.id}`)).text, "saleCondition")).toBe("Cuenta corriente");
  // It was left blank, so what the point of sale gave is no change of the form.
  const again = await issuer.post(one.path, { ...typed, intent: "issue" });
  expect(again.location).toBe(`${base}/invoices/${byDefault?.id}?said=once`);
  expect((await issuer.post(other.path, { ...typed, saleCondition: "Cheque", intent: "issue" })).status).toBe(409);
});

test("a form that was changed after it was issued is not issued again, says so, and keeps what was changed", async () => {
  const { path, key } = await newForm();
  await issuer.post(path, { ...typed, intent: "issue" });
  for (const change of [{ "items.0.price": "99" }, { posNumber: "2" }]) {
    const { status, text } = await issuer.post(path, { ...typed, ...change, intent: "issue" });
    expect(status).toBe(409);
    expect(text).toContain("Con este formulario ya se emitió Factura B 00001-");
    for (const [name, value] of Object.entries(change)) expect(typedIn(text, name)).toBe(value);

    const another = /<form[^>]*action="([^"]*\/invoices\/new\/[^"]+)"/.exec(text)?.[1] ?? "";
    expect(another).not.toBe(path);
    const next = await issuer.post(another, { ...typed, ...change, intent: "review" });
    expect(next.status).toBe(200);
    expect(next.text).toContain("Emitir de prueba");
  }
  expect(await vouchersOf(key)).toHaveLength(1);
});

test("whatever else is asked of a form that was issued says so, as the way back from the voucher does", async () => {
  const { path, key } = await newForm();
  await issuer.post(path, { ...typed, intent: "issue" });
  for (const intent of ["review", "add-line", "look-up"]) {
    const { status, text } = await issuer.post(path, { ...typed, intent });
    expect(status).toBe(409);
    expect(text).toContain("Ya se emitió: Factura B 00001-");
  }
  expect(await vouchersOf(key)).toHaveLength(1);
});

test("a form with faults comes back as it was, with each fault beside its field", async () => {
  const { path, key } = await newForm();
  const faulty = { ...typed, "items.0.price": "mil", "customer.docNumber": "30710151543", intent: "issue" };
  const { status, text } = await issuer.post(path, faulty);
  expect(status).toBe(400);
  expect(typedIn(text, "items.0.price")).toBe("mil");
  expect(typedIn(text, "customer.docNumber")).toBe("30710151543");
  expect(text).toContain('id="field-items.0.price-error"');
  expect(text).toContain('id="field-customer.name-error"');
  expect(text).toContain('href="#field-items.0.price"');
  expect(await vouchersOf(key)).toEqual([]);
});

test("a refusal of the authority is told in its words, and the key issues the corrected form", async () => {
  const { path, key } = await newForm();
  opened.system.fate = refusedFate("rejected", {
    code: "TAXAUTH_ERROR",
    reasons: [{ code: 10016, msg: "El numero o fecha del comprobante no se corresponde" }],
  });
  const { status, text } = await issuer.post(path, { ...typed, intent: "issue" });
  expect(status).toBe(422);
  expect(text).toContain("No se emitió");
  expect(text).toContain("El numero o fecha del comprobante no se corresponde");
  expect(typedIn(text, "items.0.price")).toBe("1.210,50");

  // Whoever comes back to the address finds what was sent.
  const back = await issuer.get(path);
  expect(back.text).toContain("El numero o fecha del comprobante no se corresponde");
  expect(typedIn(back.text, "items.0.description")).toBe("Yerba mate 1 kg");
  expect(typedIn(back.text, "items.0.price")).toBe("1.210,50");

  opened.system.fate = approvedFate;
  expect((await issuer.post(path, { ...typed, intent: "issue" })).status).toBe(303);
  expect(await vouchersOf(key)).toHaveLength(1);
});

test("whoever comes back to what was not issued reads why in Spanish, as who sent it", async () => {
  const { path } = await newForm();
  const problem = { kind: "down", services: ["wsfe"], detail: "timeout" };
  opened.system.fate = refusedFate("failed", { code: "TAXAUTH_CONNECTION_ERROR", problem });
  const sent = await issuer.post(path, { ...typed, intent: "issue" });
  const back = await issuer.get(path);
  for (const { text } of [sent, back])
    expect(text).toContain("El comprobante no se emitió. ARCA no responde (wsfe: timeout): suele volver pronto");
  opened.system.fate = approvedFate;
});

test("while nobody knows whether it was issued the page waits and looks again; then it leads to the voucher", async () => {
  const { path, key } = await newForm();
  opened.system.fate = async (db, id) => {
    await db.$executeRaw`UPDATE issuance SET doubt = 'unconfirmed', state = 'submitted', number = 1000, submitted_at = now(), epoch = 1 WHERE id = ${id}`;
    return true;
  };
  const sent = await issuer.post(path, { ...typed, intent: "issue" });
  expect([sent.status, sent.location]).toEqual([303, `${path}?wait`]);
  const waiting = await issuer.get(`${path}?wait`);
  expect(waiting.headers.get("refresh")).toBe(`3; url=${path}?wait`);
  expect(waiting.text).toContain("Se está emitiendo");
  expect(waiting.text).toContain("ARCA no confirmó todavía");
  expect((await issuer.get(path)).text).toContain("Se está emitiendo");

  await opened.system.db
    .$executeRaw`UPDATE issuance SET doubt = NULL, state = 'queued', number = NULL, submitted_at = NULL, epoch = NULL WHERE idempotency = ${key}`;
  opened.system.fate = approvedFate;
  const asked = await issuer.post(path, { intent: "ask-again" });
  expect([asked.status, asked.location]).toEqual([303, `${path}?wait`]);
  const [voucher] = await vouchersOf(key);
  expect((await issuer.get(`${path}?wait`)).location).toBe(`${base}/invoices/${voucher?.id}?said=issued`);
});

test("the registry fills the receiver, and the letter follows", async () => {
  answer = {
    outcome: "person",
    person: {
      taxId: "30710151543",
      docType: 80,
      kind: "LEGAL",
      name: "Librería del Sur S.R.L.",
      isActive: true,
      taxCondition: 1,
      stateId: 0,
      address: "Av. Corrientes 1234",
      activities: [],
    },
  } as unknown as AuthorityAnswer;
  const { path } = await newForm();
  const { status, text } = await issuer.post(path, {
    ...typed,
    "customer.docNumber": "30-71015154-3",
    intent: "look-up",
  });
  expect(status).toBe(200);
  expect(typedIn(text, "customer.name")).toBe("Librería del Sur S.R.L.");
  expect(typedIn(text, "customer.address")).toBe("Av. Corrientes 1234");
  expect(text).toContain("Factura A");
  expect(text).toContain("porque el receptor es IVA Responsable Inscripto");
  // Without VAT included, as letter A has it: 2 × 1.210,50 and 21 %.
  expect(text).toContain("$ 2.929,41");
});

test.each([
  [{ outcome: "absent" }, "30710151543", "no conoce el CUIT 30-71015154-3"],
  [{ outcome: "absent" }, "30710151544", "Ese CUIT no es válido"],
  [{ outcome: "absent" }, "12345678", "El padrón se consulta por CUIT"],
  [
    { outcome: "unavailable", problem: { kind: "down", services: ["ws_sr_padron_a13"], detail: "x" } },
    "30710151543",
    "completar los datos a mano",
  ],
] as [AuthorityAnswer, string, string][])(
  "when the registry does not tell, what was typed stays: %j",
  async (told, number, words) => {
    answer = told;
    const { path } = await newForm();
    const { text } = await issuer.post(path, {
      ...typed,
      "customer.docNumber": number,
      "customer.name": "Ana",
      intent: "look-up",
    });
    expect(text).toContain(words);
    expect(typedIn(text, "customer.name")).toBe("Ana");
    expect(typedIn(text, "items.0.price")).toBe("1.210,50");
  },
);

test("a point of sale of a school has the fields of its regime in sight, and what is typed there is issued", async () => {
  const plain = (await newForm()).text;
  expect(plain).not.toContain("Datos que pide ARCA");
  expect(plain).toContain('name="optionals.0.value"');
  const { db, deps } = opened.system;
  const of = { number: 1, production: false, company: { code: "demo" } };
  await db.pointOfSale.updateMany({ where: of, data: { optionals: [{ id: "10", value: "0" }] } });
  deps.eligibility.clear();
  try {
    const { path, key, text } = await newForm();
    for (const id of ["10", "1011", "1012"]) expect(text).toContain(`name="optional.${id}"`);
    expect(text).not.toContain('name="optional.17"');
    expect(text).toContain("Vacío: «No comprendida», lo del punto de venta.");
    expect(text).toContain(">Lo del punto de venta</option>");
    const school = { ...typed, "optional.10": "1", "optional.1011": "96" };
    const wrong = await issuer.post(path, { ...school, "optional.1012": "x".repeat(21), intent: "issue" });
    expect(wrong.status).toBe(400);
    expect(typedIn(wrong.text, "optional.1012")).toBe("x".repeat(21));
    const reviewed = await issuer.post(path, { ...school, "optional.1012": "AAB123", intent: "review" });
    expect(reviewed.text).toContain("Para ese tipo de documento escribí solamente los números, hasta 11.");
    const rest = { "optionals.0.id": "23", "optionals.0.value": "OC 17", activities: "620100" };
    const issued = await issuer.post(path, { ...school, ...rest, "optional.1012": "28111222", intent: "issue" });
    expect(issued.status).toBe(303);
    expect(await vouchersOf(key)).toMatchObject([
      {
        optionals: [
          { id: "10", value: "1" },
          { id: "1011", value: "96" },
          { id: "1012", value: "28111222" },
          { id: "23", value: "OC 17" },
        ],
        activities: [{ id: 620_100 }],
      },
    ]);
    const again = await issuer.post(path, { ...school, ...rest, "optional.1012": "28111222", intent: "issue" });
    expect(again.status).toBe(303);
    const page = (await issuer.get(issued.location ?? "")).text;
    expect(page).toContain("Educación privada (RG 3368)");
    expect(page).toContain("28111222");
  } finally {
    await db.pointOfSale.updateMany({ where: of, data: { optionals: Prisma.DbNull } });
    deps.eligibility.clear();
  }
});

test("several buyers have a row each, and their faults stand beside them", async () => {
  const { path, key } = await newForm();
  const joint = {
    ...typed,
    "customer.docNumber": "30-50001091-2",
    "customer.name": "Gran Empresa",
    "customer.taxType": "4",
    "buyers.0.docType": "80",
    "buyers.0.docNumber": "30-50001091-2",
    "buyers.0.share": "66,67",
    "buyers.1.docType": "86",
    "buyers.1.docNumber": "20222222223",
  };
  const wrong = await issuer.post(path, { ...joint, "buyers.1.share": "30", intent: "issue" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Las partes de los compradores tienen que sumar 100 %: suman 96,67 %.");
  const issued = await issuer.post(path, { ...joint, "buyers.1.share": "33,33", intent: "issue" });
  expect(issued.status).toBe(303);
  expect(await vouchersOf(key)).toMatchObject([
    {
      buyers: [
        { docType: 80, docNumber: "30500010912", share: 66.67 },
        { docType: 86, docNumber: "20222222223", share: 33.33 },
      ],
    },
  ]);
});

test("a tribute has a row of its own, and another one once it is filled in", async () => {
  const { path } = await newForm();
  const tribute = {
    "tributes.0.type": "7",
    "tributes.0.baseAmount": "100",
    "tributes.0.aliquot": "3",
    "tributes.0.subtotal": "3",
  };
  const { status, text } = await issuer.post(path, { ...typed, ...tribute, intent: "add-tribute" });
  expect(status).toBe(200);
  expect(typedIn(text, "tributes.0.subtotal")).toBe("3");
  expect(text).toContain('name="tributes.1.subtotal"');
});

test("lines are added and taken away without a script, and all else stays", async () => {
  const { path } = await newForm();
  const added = await issuer.post(path, { ...typed, "customer.name": "Ana", intent: "add-line" });
  expect(typedIn(added.text, "items.1.quantity")).toBe("1");
  expect(typedIn(added.text, "customer.name")).toBe("Ana");
  const removed = await issuer.post(path, { ...typed, "items.1.description": "Azúcar", intent: "remove-line:0" });
  expect(typedIn(removed.text, "items.0.description")).toBeUndefined();
  expect(typedIn(removed.text, "items.1.description")).toBe("Azúcar");
});

test("the preview tells totals while something is still missing, and what would be refused", async () => {
  const { path } = await newForm();
  const early = await issuer.post(`${path}/preview`, {
    ...typed,
    "items.0.description": "",
    "customer.docNumber": "30710151543",
  });
  expect(early.text).toContain("$ 2.421,00");
  expect(early.text).toContain("Falta completar");
  const large = await issuer.post(`${path}/preview`, { ...typed, "items.0.price": "9.000.000" });
  expect(large.text).toContain("lo rechazarían");
  expect(large.text).toContain('href="#field-customer.docType"');
});

test("another voucher like an earlier one begins with its receiver and its lines, and is another voucher", async () => {
  const { path, key } = await newForm();
  const named = { "customer.docNumber": "12345678", "customer.name": "Ana Gómez", "items.0.discount": "10" };
  await issuer.post(path, { ...typed, ...named, intent: "issue" });
  const [voucher] = await vouchersOf(key);
  const again = await newForm(`?from=${voucher?.id}`);
  expect(again.key).not.toBe(key);
  expect(typedIn(again.text, "customer.name")).toBe("Ana Gómez");
  expect(typedIn(again.text, "items.0.description")).toBe("Yerba mate 1 kg");
  expect(typedIn(again.text, "items.0.discount")).toBe("10");
  expect(again.text).toContain('<option value="12345678">Ana Gómez</option>');
  expect(again.text).toContain("Es otro comprobante, con los datos de Factura B 00001-");
});

test("a form that did not arrive whole is not issued", async () => {
  const { path, key } = await newForm();
  const { end: _, ...cut } = typed;
  const { status, text } = await issuer.post(path, { ...cut, intent: "issue" });
  expect(status).toBe(400);
  expect(text).toContain("El formulario no llegó entero");
  expect(await vouchersOf(key)).toEqual([]);
});

test("an expired subscription and a used-up quota are said, and nothing is lost", async () => {
  const { path } = await newForm();
  const { db } = opened.system;
  await db.$executeRaw`UPDATE subscription SET until = '2020-01-01'`;
  const expired = await issuer.post(path, { ...typed, intent: "issue" });
  await db.$executeRaw`UPDATE subscription SET until = '2099-01-01'`;
  expect(expired.status).toBe(402);
  expect(expired.text).toContain("No se emitió");
  expect(typedIn(expired.text, "items.0.price")).toBe("1.210,50");
});

test("a reader is not offered to issue, and may not", async () => {
  const reader = await opened.signIn("reader");
  expect((await reader.get(`${base}/invoices/new`)).status).toBe(403);
  const { path, key } = await newForm();
  for (const below of ["", "/preview"]) expect((await reader.post(`${path}${below}`, typed)).status).toBe(403);
  expect((await reader.post(path, { ...typed, intent: "issue" })).status).toBe(403);
  expect(await vouchersOf(key)).toEqual([]);
});

test("the form of another company's or environment's key is blank", async () => {
  const { path, key } = await newForm();
  await issuer.post(path, { ...typed, intent: "issue" });
  const other = await issuer.get(`/app/demo/production/invoices/new/${key}`);
  expect(other.text).not.toContain("Ya se emitió");
  expect((await issuer.get(`/app/mono/homologation/invoices/new/${key}`)).status).toBe(404);
});

publicCase(
  {
    kind: "A date ahead",
    sent: "application: a new voucher with it",
    right: "said with the day, and not as a refusal",
    rule: 'api/README.md, "Further paths"',
  },
  async () => {
    const { path } = await newForm();
    const [year, month, day] = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10).split("-");
    const voucherDate = `${year}-${month}-${day}`;
    const service = { concept: "2", serviceFrom: voucherDate, serviceTo: voucherDate, serviceExpiration: voucherDate };
    const { text } = await issuer.post(`${path}/preview`, { ...typed, ...service, voucherDate });
    expect(text).toContain(`no vas a poder emitir nada con fecha anterior al ${day}/${month}/${year}`);
    expect(text).not.toContain("lo rechazarían");
  },
);

test("an unusual amount asks once in production, and never in homologation", async () => {
  const production = "/app/demo/production";
  const led = await issuer.get(`${production}/invoices/new`);
  const path = (led.location ?? "").replace(/\?.*/, "");
  const form = { ...typed, "items.0.price": "1.000.000", usual: "5000.00", asked: "", intent: "issue" };
  const first = await issuer.post(path, form);
  expect(first.status).toBe(200);
  expect(first.text).toContain("¿Es el importe correcto?");
  expect(typedIn(first.text, "asked")).toBe("2000000.00");
  // Another amount is another question.
  expect((await issuer.post(path, { ...form, "items.0.price": "2.000.000", asked: "2000000.00" })).text).toContain(
    "¿Es el importe correcto?",
  );
  const sent = await issuer.post(path, { ...form, asked: "2000000.00" });
  expect(sent.text).not.toContain("¿Es el importe correcto?");
  const tried = await newForm();
  expect((await issuer.post(tried.path, form)).text).not.toContain("¿Es el importe correcto?");
});

test("the bar says which voucher it is, for whom, and how much is wrong with it", async () => {
  const { path } = await newForm();
  const { text } = await issuer.post(`${path}/preview`, { ...typed, "items.0.price": "" }, { "hx-request": "true" });
  const [gist = ""] = /<p id="gist"[\s\S]*?<\/p>/.exec(text) ?? [];
  expect(gist).toContain("Factura B · Consumidor Final");
  expect(gist).toContain("falta 1 dato");
});
