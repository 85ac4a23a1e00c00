import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStorage } from "../../../shared/storage/open-storage.js";
import { type AppClient, type OpenedApp, openApp } from "../../support/app/app-client.js";
import { approvedFate, type Fate, refusedFate } from "../../support/processes/issuing-app.js";
import { invoiceA, invoiceB, today } from "../../support/samples/invoice.js";
import { importedVoucher, storeVouchers } from "../../support/samples/stored-vouchers.js";

let folder: string;
let app: OpenedApp;
let issuer: AppClient;
let reader: AppClient;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "pages-"));
  app = await openApp({}, { storage: openStorage(`file:${folder}`) });
  [issuer, reader] = await Promise.all([app.signIn("issuer"), app.signIn("reader")]);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const base = "/app/demo/homologation";
const invoices = `${base}/invoices`;

async function issue(over: Record<string, unknown> = {}, make = invoiceB): Promise<{ id: number; number: number }> {
  const { status, body } = await app.system.post(make(over));
  expect([status, body.error]).toEqual([201, undefined]);
  return { id: body.result.id, number: body.result.voucherNumber };
}

/** Prints the original, as the renderer does. */
async function print(id: number): Promise<void> {
  const { db, deps } = app.system;
  await deps.storage.write(`${id}/1.pdf`, Buffer.from("%PDF-1.7 sample"));
  await db.$executeRaw`INSERT INTO pdf (company_id, voucher_id, versions, storage_key, size_bytes) SELECT company_id, id, '1', ${`${id}/1.pdf`}, 15 FROM voucher WHERE id = ${id}`;
  await db.$executeRaw`UPDATE voucher SET has_pdf = true WHERE id = ${id}`;
}

async function withFate<Result>(fate: Fate, work: () => Promise<Result>): Promise<Result> {
  app.system.fate = fate;
  try {
    return await work();
  } finally {
    app.system.fate = approvedFate;
  }
}

const unconfirmed: Fate = async (db, id) => {
  await db.$executeRaw`
    UPDATE issuance SET state = 'submitted', number = 900, submitted_at = now(), epoch = 1, doubt = 'unconfirmed' WHERE id = ${id}`;
  return true;
};

/** The text of a page without its tags, with single blanks. */
const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ");
const countOf = (words: string) => /([\d.]+) comprobantes?\b/.exec(words)?.[1];
const keyOf = (html: string) => /name="key" value="([\w-]+)"/.exec(html)?.[1] ?? "";

describe("the list", () => {
  test("without a voucher it says what to do first, and to a reader nothing that they may not do", async () => {
    const path = "/app/demo/production/invoices";
    const page = await issuer.get(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Emití tu primera factura");
    expect(page.text).toContain(`href="${path}/new"`);
    const read = await reader.get(path);
    expect(read.text).toContain("Todavía no hay comprobantes");
    expect(read.text).not.toContain(`${path}/new`);
  });

  test("it filters by what people know of a voucher, and says the total", async () => {
    const reference = `ref-${randomUUID()}`;
    const big = await issue({ externalReference: reference, items: [{ ...invoiceB().items[0], price: 123456.5 }] });
    await issue({ externalReference: reference }, invoiceA);
    const rows = async (query: Record<string, string>) => {
      const { text } = await reader.get(`${invoices}?${new URLSearchParams({ reference, ...query })}`);
      return countOf(wordsOf(text));
    };
    expect(await rows({})).toBe("2");
    expect(await rows({ min: "123.456,50" })).toBe("1");
    expect(await rows({ type: "1" })).toBe("1");
    expect(await rows({ document: "30-71015154-3" })).toBe("1");
    expect(await rows({ number: `0001-${String(big.number).padStart(8, "0")}`, type: "6" })).toBe("1");
    expect(await rows({ from: "2020-01-01", to: "31/12/2020" })).toBeUndefined();
    const none = await reader.get(`${invoices}?reference=${reference}&max=1`);
    expect(none.text).toContain("Ningún comprobante coincide");
    expect(none.text).toContain("Quitar filtros");
    const shown = wordsOf((await reader.get(`${invoices}?reference=${reference}&type=6`)).text);
    expect(shown).toContain("$ 123.456,50");
    expect(shown).toContain(`-${String(big.number).padStart(8, "0")}`);
  });

  test("what cannot be read is said beside its field, and filters nothing", async () => {
    const { status, text } = await reader.get(`${invoices}?min=mucho&number=1`);
    expect(status).toBe(200);
    expect(text).toContain('id="field-min-error"');
    expect(text).toContain('value="mucho"');
  });

  test("it comes in pages of 20, in the order that is asked for", async () => {
    const reference = `ref-${randomUUID()}`;
    for (let at = 1; at <= 21; at++)
      await issue({ externalReference: reference, items: [{ ...invoiceB().items[0], price: at }] });
    const path = `${invoices}?reference=${reference}&order=-total`;
    const first = await reader.get(path);
    expect(wordsOf(first.text)).toContain("1–20 de 21");
    expect(first.text).toContain('aria-sort="descending"');
    expect(wordsOf(first.text)).toContain("$ 21,00");
    expect(wordsOf(first.text)).not.toContain("$ 1,00");
    const next = /href="([^"]+)"[^>]*rel="next"/.exec(first.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const second = await reader.get(next);
    expect(wordsOf(second.text)).toContain("$ 1,00");
    expect((await reader.get(`${path}&offset=400`)).text).toContain("Ir a la primera página");
  });

  test("to htmx it says the address without empty filters", async () => {
    const { headers } = await reader.get(`${invoices}?number=&min=5&order=&type=`, { "hx-request": "true" });
    expect(headers.get("hx-push-url")).toBe(`${invoices}?min=5`);
  });

  test("its CSV has what the filters give, as a spreadsheet of here reads it", async () => {
    const reference = `ref-${randomUUID()}`;
    await issue({ externalReference: reference });
    await issue({ externalReference: reference });
    const { status, headers, text } = await reader.get(`${invoices}/csv?reference=${reference}&order=total`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/csv");
    expect(headers.get("content-disposition")).toContain("attachment");
    expect(text.trim().split("\r\n")).toHaveLength(3);
    expect(text).toContain("100,00");
  });
});

describe("a voucher", () => {
  test("its page has all of it, and a frame in which its PDF is waited for until it is there", async () => {
    const { id, number } = await issue({
      externalReference: "pedido 7",
      legend: "Gracias por su compra",
      tributes: [{ type: 7, baseAmount: 100, aliquot: 3, subtotal: 3, description: "IIBB" }],
    });
    const page = await reader.get(`${invoices}/${id}`);
    const words = wordsOf(page.text);
    for (const each of [
      `-${String(number).padStart(8, "0")}`,
      "$ 103,00",
      "Consumidor Final",
      "86470000000001",
      "Yerba mate 1 kg",
      "21 %",
      "IIBB",
      "pedido 7",
      "Gracias por su compra",
      "No se envió por correo a nadie.",
      "Clave de API «",
    ])
      expect(words).toContain(each);
    expect(page.text).toContain(`<iframe id="pdf" class="pdf" src="${invoices}/${id}/pdf?inline=1"`);
    const [missing, waiting] = await Promise.all(
      ["", "?inline=1"].map((query) => reader.get(`${invoices}/${id}/pdf${query}`)),
    );
    expect([missing?.status, missing?.headers.get("refresh")]).toEqual([409, null]);
    expect([waiting?.status, waiting?.headers.get("refresh")]).toEqual([409, "1"]);
    expect(waiting?.text).toContain("El PDF se está haciendo");

    const shown = reader.get(`${invoices}/${id}/pdf?inline=1`);
    await print(id);
    expect((await shown).text).toBe("%PDF-1.7 sample");
  });

  test("its PDF is downloaded, or shown in a page of ours alone", async () => {
    const { id } = await issue();
    await print(id);
    const file = await reader.get(`${invoices}/${id}/pdf`);
    expect([file.status, file.text]).toEqual([200, "%PDF-1.7 sample"]);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="Factura-B-/);
    const shown = await reader.get(`${invoices}/${id}/pdf?inline=1`);
    expect(shown.headers.get("content-type")).toBe("application/pdf");
    expect(shown.headers.get("content-disposition")).toMatch(/^inline; filename="Factura-B-/);
    // What Chromium needs to show it: its viewer is a plug-in with inline styles.
    for (const each of ["frame-ancestors 'self'", "object-src 'self'", "style-src 'self' 'unsafe-inline'"])
      expect(shown.headers.get("content-security-policy")).toContain(each);
    expect(shown.headers.get("x-frame-options")).toBe("SAMEORIGIN");
    expect((await reader.get(`${invoices}/${id}`)).headers.get("x-frame-options")).toBe("DENY");
  });

  test("a voucher of another environment, or of nobody, is no page", async () => {
    const { id } = await issue();
    expect((await reader.get(`/app/demo/production/invoices/${id}`)).status).toBe(404);
    expect((await reader.get(`${invoices}/999999`)).status).toBe(404);
    expect((await reader.get(`${invoices}/99999999999999999999`)).status).toBe(404);
  });

  test("the PDF is made anew five times a day, and the page counts them", async () => {
    const { id } = await issue();
    await print(id);
    const path = `${invoices}/${id}`;
    expect(wordsOf((await issuer.get(path)).text)).toContain("Quedan 5 veces");
    for (const remaining of [4, 3, 2, 1, 0])
      expect((await issuer.post(`${path}/pdf`)).location).toBe(`${path}?said=pdf-${remaining}`);
    expect(wordsOf((await issuer.get(`${path}?said=pdf-0`)).text)).toContain("El PDF se está haciendo de nuevo.");
    expect(wordsOf((await issuer.get(path)).text)).toContain("Probá mañana");
    const refused = await issuer.post(`${path}/pdf`);
    expect([refused.status, wordsOf(refused.text)]).toEqual([429, expect.stringContaining("No se pudo hacer")]);
  });

  test("it is sent to three addresses at most, each fault beside its line", async () => {
    const { id } = await issue();
    const path = `${invoices}/${id}`;
    const faulty = await issuer.post(`${path}/emails`, { email: ["", "nobody", "c@example.com"], comments: "Hola" });
    expect(faulty.status).toBe(400);
    expect(faulty.text).toContain('id="field-email-1-error"');
    expect(faulty.text).toContain('value="nobody"');
    expect((await issuer.post(`${path}/emails`, { email: ["", ""] })).status).toBe(400);

    const sent = await issuer.post(`${path}/emails`, {
      email: ["a@example.com", "", "b@example.com"],
      comments: "Gracias",
      versions: ["1", "2"],
    });
    expect([sent.status, sent.location]).toEqual([303, `${path}?said=mailed`]);
    const { body } = await app.system.get(`/invoices/${id}`);
    expect(body.result.emails).toMatchObject([
      { email: "a@example.com", comments: "Gracias", pdfVersions: [1, 2] },
      { email: "b@example.com", comments: "Gracias", pdfVersions: [1, 2] },
    ]);
    expect((await issuer.post(`${path}/emails`, { email: ["c@example.com"] })).status).toBe(303);
    expect(wordsOf((await issuer.get(path)).text)).toContain("3 direcciones como máximo");
  });

  test("a reader is offered nothing that writes, and is refused when they force it", async () => {
    const { id } = await issue();
    await print(id);
    const path = `${invoices}/${id}`;
    const { text } = await reader.get(path);
    for (const action of ["/pdf", "/emails", "/report", "/credit-note"])
      expect(text).not.toContain(`action="${path}${action}"`);
    expect((await reader.get(`${path}/credit-note`)).status).toBe(403);
    for (const action of ["/pdf", "/emails", "/report", "/credit-note"])
      expect((await reader.post(`${path}${action}`, { email: "a@example.com", whole: "true", key: "k" })).status).toBe(
        403,
      );
  });

  test("of a voucher that was issued elsewhere the page says what is not known", async () => {
    const { companyId } = await app.system.db.voucher.findFirstOrThrow({ where: { production: false } });
    await storeVouchers(app.system.db, [importedVoucher({ id: 800_001, companyId, pos: 40, type: 6 })]);
    const words = wordsOf((await issuer.get(`${invoices}/800001`)).text);
    expect(words).toContain("Este comprobante se emitió en otro sistema");
    expect(words).toContain("no conocemos las líneas");
    expect(words).not.toContain("Acreditar todo");
    expect((await issuer.get(`${invoices}/800001/credit-note`)).text).toContain('name="amount"');
  });
});

describe("credit notes", () => {
  const notesOf = async (id: number) => (await app.system.get(`/invoices/${id}`)).body.result.notes;

  test("the whole voucher is credited once, however often its form is sent", async () => {
    const { id } = await issue();
    const path = `${invoices}/${id}`;
    const key = keyOf((await issuer.get(path)).text);
    const form = { key, whole: "true" };
    const [first, second] = await Promise.all([
      issuer.post(`${path}/credit-note`, form),
      issuer.post(`${path}/credit-note`, form),
    ]);
    const reloaded = await issuer.post(`${path}/credit-note`, form);
    const notes = await notesOf(id);
    expect(notes).toMatchObject([{ voucherType: 8, totalAmount: "100.00" }]);
    const note = `${invoices}/${notes[0].id}`;
    expect([first.location, second.location].toSorted()).toEqual([`${note}?said=already`, `${note}?said=credited`]);
    expect(reloaded.location).toBe(`${note}?said=already`);

    const { body } = await app.system.get(`/invoices/${notes[0].id}`);
    expect(body.result).toMatchObject({ source: "app", userEmail: issuer.email });
    const notePage = await issuer.get(note);
    expect(notePage.text).toContain(`href="${path}"`);
    expect(wordsOf(notePage.text)).toContain(issuer.email);
    const credited = await issuer.get(path);
    expect(credited.text).toContain(`href="${note}"`);
    expect(wordsOf(credited.text)).not.toContain("Acreditar todo");
    expect((await issuer.get(`${path}/credit-note`)).location).toBe(path);
  });

  test("a part is credited by quantities and by an amount, typed as here", async () => {
    const items = [
      { description: "Silla", quantity: 4, price: 50, taxType: 5, discount: 10, discountType: "amount" },
      { description: "Mesa", quantity: 1, price: 300, taxType: 4 },
    ];
    const { id } = await issue({ items });
    const path = `${invoices}/${id}/credit-note`;
    const page = await issuer.get(path);
    expect(wordsOf(page.text)).toContain("Quedan $ 490,00 por acreditar");
    const key = keyOf(page.text);
    const wrong = await issuer.post(path, { key, "quantity-0": "5", amount: "x" });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('id="field-quantity-0-error"');
    expect(wrong.text).toContain('id="field-amount-error"');
    expect(wrong.text).toContain('value="5"');
    expect(keyOf(wrong.text)).toBe(key);

    const tooMuch = await issuer.post(path, { key, amount: "1.000", taxType: "5" });
    expect([tooMuch.status, wordsOf(tooMuch.text)]).toEqual([400, expect.stringContaining("490")]);

    const done = await issuer.post(path, {
      key,
      "quantity-0": "1,0",
      "quantity-1": "",
      amount: "100,50",
      taxType: "5",
    });
    expect(done.status).toBe(303);
    const [note] = await notesOf(id);
    expect(note).toMatchObject({ voucherType: 8, totalAmount: "148.00" });
    expect(wordsOf((await issuer.get(`${invoices}/${id}`)).text)).toContain("Quedan $ 342,00 por acreditar");
  });

  test("while nobody knows whether the note exists, the page looks again under the same key, and makes one", async () => {
    const { id } = await issue();
    const path = `${invoices}/${id}/credit-note`;
    const form = { key: keyOf((await issuer.get(`${invoices}/${id}`)).text), whole: "true" };
    const pending = await withFate(unconfirmed, () => issuer.post(path, form));
    expect(pending.status).toBe(202);
    expect(wordsOf(pending.text)).toContain("se está emitiendo");
    expect(keyOf(pending.text)).toBe(form.key);
    expect(pending.text).toContain(`hx-post="${path}"`);
    const again = await withFate(
      async () => true,
      () => issuer.post(path, form, { "hx-request": "true" }),
    );
    expect(again.status).toBe(202);

    await app.system.db.$executeRaw`
      UPDATE issuance SET state = 'queued', number = NULL, submitted_at = NULL, doubt = NULL WHERE idempotency = ${form.key}`;
    const done = await issuer.post(path, form, { "hx-request": "true" });
    const [note, ...others] = await notesOf(id);
    expect(others).toEqual([]);
    expect([done.status, done.headers.get("hx-redirect")]).toEqual([
      200,
      expect.stringContaining(`${invoices}/${note.id}?said=`),
    ]);
  });

  test("what the authority refuses is said in its words, and nothing typed is lost", async () => {
    const { id } = await issue();
    const path = `${invoices}/${id}/credit-note`;
    const outcome = { code: "TAXAUTH_ERROR", reasons: [{ code: 10040, msg: "El comprobante asociado no existe" }] };
    const form = { key: keyOf((await issuer.get(path)).text), "quantity-0": "0,5", legend: "Devolución" };
    const refused = await withFate(refusedFate("rejected", outcome), () => issuer.post(path, form));
    expect(refused.status).toBe(422);
    expect(wordsOf(refused.text)).toContain("El comprobante asociado no existe");
    expect(refused.text).toContain('value="Devolución"');
    expect(refused.text).toContain('value="0,5"');
    expect(await notesOf(id)).toEqual([]);
  });
});

describe("debit notes", () => {
  const notesOf = async (id: number) => (await app.system.get(`/invoices/${id}`)).body.result.notes;
  const formOf = async (id: number) => {
    const page = await issuer.get(`${invoices}/${id}/debit-note`);
    return { page, path: `${invoices}/${id}/debit-note`, key: keyOf(page.text) };
  };

  test("an amount is debited once, typed as here, however often its form is sent", async () => {
    const { id } = await issue();
    expect((await issuer.get(`${invoices}/${id}`)).text).toContain(`href="${invoices}/${id}/debit-note"`);
    const { page, path, key } = await formOf(id);
    const words = wordsOf(page.text);
    for (const said of ["Importe a debitar", "Lleva su letra, su receptor y su moneda", "dice «Débito»", "Con IVA"])
      expect(words).toContain(said);
    // A debit has no lines of the voucher, and is never the whole of it.
    expect(page.text).not.toMatch(/name="(quantity-0|whole)"/);

    const form = { key, amount: "1.234,56", taxType: "5", legend: "Mora de octubre" };
    const [first, second] = await Promise.all([issuer.post(path, form), issuer.post(path, form)]);
    const notes = await notesOf(id);
    expect(notes).toMatchObject([{ voucherType: 7, totalAmount: "1234.56" }]);
    const note = `${invoices}/${notes[0].id}`;
    expect([first.location, second.location].toSorted()).toEqual([`${note}?said=already`, `${note}?said=debited`]);

    const { body } = await app.system.get(`/invoices/${notes[0].id}`);
    expect(body.result).toMatchObject({
      ...{ source: "app", userEmail: issuer.email, legend: "Mora de octubre" },
      items: [{ description: "Débito", quantity: 1, price: 1234.56, taxType: 5 }],
    });
    const debited = wordsOf((await issuer.get(`${note}?said=debited`)).text);
    expect(debited).toContain("nota de débito");
    // What is owed now can be credited: the sale and its debit.
    expect(wordsOf((await issuer.get(`${invoices}/${id}/credit-note`)).text)).toContain(
      "Quedan $ 1.334,56 por acreditar",
    );
  });

  test("what cannot be read is said beside its field, and nothing typed is lost", async () => {
    const { id } = await issue();
    const { path, key } = await formOf(id);
    for (const amount of ["", "0", "-5", "doce"]) {
      const wrong = await issuer.post(path, { key, amount, description: "Intereses" });
      expect([amount, wrong.status]).toEqual([amount, 400]);
      expect(wrong.text).toContain('id="field-amount-error"');
      expect(wrong.text).toContain('value="Intereses"');
      expect(keyOf(wrong.text)).toBe(key);
    }
    expect(await notesOf(id)).toEqual([]);
  });

  test("what the authority refuses is said in its words, and what is open is looked for under the same key", async () => {
    const { id } = await issue();
    const { path, key } = await formOf(id);
    const form = { key, amount: "10", description: "Intereses", taxType: "5" };
    const outcome = { code: "TAXAUTH_ERROR", reasons: [{ code: 10040, msg: "El comprobante asociado no existe" }] };
    const refused = await withFate(refusedFate("rejected", outcome), () => issuer.post(path, form));
    expect([refused.status, wordsOf(refused.text)]).toEqual([422, expect.stringContaining("El comprobante asociado")]);
    expect(refused.text).toContain('value="Intereses"');

    const pending = await withFate(unconfirmed, () => issuer.post(path, form));
    expect(pending.status).toBe(202);
    expect(keyOf(pending.text)).toBe(key);
    expect(pending.text).toContain(`hx-post="${path}"`);
  });

  test("a credit note is debited, a debit note is not, and letter C is asked for no VAT", async () => {
    const { id } = await issue();
    await issuer.post(`${invoices}/${id}/credit-note`, { key: `credit-${id}`, whole: "true" });
    const [credit] = await notesOf(id);
    const { path, key } = await formOf(credit.id);
    await issuer.post(path, { key, amount: "5,00", taxType: "5" });
    const [debit] = await notesOf(credit.id);
    expect(debit).toMatchObject({ voucherType: 7, totalAmount: "5.00" });
    expect((await issuer.get(`${invoices}/${debit.id}/debit-note`)).location).toBe(`${invoices}/${debit.id}`);
    expect((await issuer.get(`${invoices}/${debit.id}`)).text).not.toContain("debit-note");

    const c = await issue({ voucherType: 11 });
    const { page } = await formOf(c.id);
    expect(page.text).not.toContain('name="taxType"');
    expect((await reader.get(`${invoices}/${c.id}/debit-note`)).status).toBe(403);
    expect((await reader.post(`${invoices}/${c.id}/debit-note`, { key: "x", amount: "1" })).status).toBe(403);
  });
});

test("with an expired subscription what writes is refused in words, and everything is shown", async () => {
  const { id } = await issue();
  const path = `${invoices}/${id}`;
  const key = keyOf((await issuer.get(path)).text);
  const { until } = await app.system.db.subscription.findFirstOrThrow({ where: { company: { code: "demo" } } });
  await app.system.db.$executeRaw`UPDATE subscription SET until = '2020-01-01'::date`;
  for (const [action, form] of [
    ["/pdf", {}],
    ["/emails", { email: "a@example.com" }],
    ["/credit-note", { key, whole: "true" }],
  ] as const) {
    const refused = await issuer.post(path + action, form);
    expect([action, refused.status, wordsOf(refused.text)]).toEqual([
      action,
      402,
      expect.stringMatching(/suscripción/i),
    ]);
  }
  expect((await issuer.get(path)).status).toBe(200);
  await app.system.db.subscription.updateMany({ data: { until } });
});

test("a voucher under CAEA says what became of its report, and is reported again", async () => {
  const { companyId } = await app.system.db.voucher.findFirstOrThrow({ where: { production: false } });
  await storeVouchers(app.system.db, [
    importedVoucher({ id: 800_002, companyId, pos: 41, type: 6, caea: true, date: today() }),
  ]);
  const words = wordsOf((await issuer.get(`${invoices}/800002`)).text);
  expect(words).toContain("CAEA informado");
  expect(words).toContain("Vencimiento del CAEA");
  const { id } = await issue();
  const refused = await issuer.post(`${invoices}/${id}/report`);
  expect([refused.status, wordsOf(refused.text)]).toEqual([400, expect.stringContaining("No se pudo hacer")]);
});
