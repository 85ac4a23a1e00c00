import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { PerceptionLine, Perceptions } from "../../../shared/domain/perceptions.js";
import { openForFile } from "../../support/open-for-file.js";
import { quickCommandLine } from "../../support/processes/command-line.js";
import { openIssuingApp } from "../../support/processes/issuing-app.js";
import { readZip } from "../../support/readers/zip-files.js";
import { unknownPayload } from "../../support/samples/stored-vouchers.js";

const api = await openForFile(openIssuingApp);
const companyId = (await api.db.company.findUniqueOrThrow({ where: { code: "demo" } })).id;
beforeAll(async () => {
  await month();
});

const line = (
  record: PerceptionLine["record"],
  baseAmount: string,
  aliquot: string,
  subtotal: string,
): PerceptionLine => ({
  ...{ record, baseAmount, aliquot, subtotal },
  tribute: Number(subtotal) === 0 ? null : 0,
});
const perceived = (lines: PerceptionLine[], over: Partial<Perceptions> = {}): Perceptions => ({
  ...{ regime: "sircip", period: "202612", deliveryStateId: 2, letter: "C", digit: 2, crc: 34 },
  lines,
  ...over,
});

interface Sold {
  type: number;
  number: number;
  day?: string;
  docNumber?: string;
  perceptions?: Perceptions | null;
  associated?: object[];
  currency?: string;
  quotation?: string;
  source?: string;
  tributes?: object[];
}

let id = 6_000_000;
async function store({ type, number, day = "01", docNumber = "30500010912", perceptions = null, ...more }: Sold) {
  const { associated = null, currency = "PES", quotation = "1", source = "api", tributes = null } = more;
  const { associatedVouchers: _a, tributes: _t, ...rest } = JSON.parse(`{${unknownPayload}}`);
  const payload = JSON.stringify({
    ...(perceptions && { perceptions }),
    ...rest,
    associatedVouchers: associated,
    tributes,
  });
  await api.db.$executeRaw`
    INSERT INTO voucher (id, company_id, production, pos_number, voucher_type, voucher_number, voucher_date, doc_type, doc_number, total_amount, net_amount,
      vat_amount, exempt_amount, not_taxable_amount, tributes_amount, cae, cae_expiration_date, currency, currency_quotation, source, payload, lines, vat)
    VALUES (${++id}, ${companyId}, false, 2, ${type}, ${number}, ${`202612${day}`}, 80, ${docNumber}, 1000, 1000, 0, 0, 0, ${tributes ? 5 : 0}, '86470000000001',
      '20261231', ${currency}, ${quotation}::numeric, ${source}, ${payload.slice(1, -1)}, '[]', '[]')`;
}

/** A month with each kind of line. */
async function month() {
  await store({
    type: 1,
    number: 1,
    perceptions: perceived([line(1, "1000.00", "0.05", "0.50"), line(5, "1000.00", "1.00", "10.00")]),
  });
  await store({ type: 2, number: 1, day: "02", perceptions: perceived([line(1, "200.00", "0.05", "0.10")]) });
  const named = (type: number, number: number) => [
    { voucherType: type, posNumber: 2, voucherNumber: number, cuit: null },
  ];
  await store({
    ...{ type: 3, number: 1, day: "03", associated: named(1, 1) },
    perceptions: perceived([line(1, "400.00", "0.05", "0.20"), line(5, "400.00", "1.00", "4.00")]),
  });
  // Letter A of the padrón: informative, and with digit 2 the surcharge.
  await store({
    ...{ type: 1, number: 2, day: "04" },
    perceptions: perceived([line(2, "500.00", "0.00", "0.00"), line(5, "500.00", "1.00", "5.00")], { letter: "A" }),
  });
  // Not in the padrón.
  await store({
    ...{ type: 6, number: 1, day: "05", docNumber: "20222222223" },
    perceptions: perceived([line(4, "1000.00", "2.00", "20.00")], {
      letter: null,
      digit: null,
      crc: null,
      deliveryStateId: 3,
    }),
  });
  // In dollars: base and amount in pesos, computed again.
  await store({
    ...{ type: 1, number: 3, day: "06", currency: "DOL", quotation: "1450.5" },
    perceptions: perceived([line(1, "10.33", "0.05", "0.01")]),
  });
  // A credit note whose original is not here, an imported voucher, and one to who gave a certificate.
  await store({
    ...{ type: 3, number: 2, day: "07", associated: named(1, 99) },
    perceptions: perceived([line(1, "10.00", "0.05", "0.01")]),
  });
  await store({
    type: 1,
    number: 4,
    day: "08",
    source: "rcel",
    tributes: [{ type: 7, baseAmount: 100, aliquot: 5, subtotal: 5 }],
  });
  await store({
    ...{ type: 1, number: 5, day: "09", docNumber: "30710151543" },
    perceptions: perceived([], { letter: null, digit: null, crc: null }),
  });
  // Nobody asked for perceptions, or another month's.
  await store({ type: 1, number: 6, day: "10" });
  await api.db.$executeRaw`
    UPDATE company SET sircip = '{"from": "20261201", "ownPerceptions": [], "exempt": ["30710151543"]}' WHERE id = ${companyId}`;
}

/** What `readZip` gives is Latin-1. */
const utf8 = (text = "") => Buffer.from(text, "latin1").toString();

async function filesOf(query = "") {
  const answer = await api.app.request(`/api/demo/reports/sircip?period=202612${query}`, {
    headers: { Authorization: `Bearer ${api.keys.keys.test}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toContain("sircip_30712345671_202612_homologacion.zip");
  const files = await readZip(Buffer.from(await answer.arrayBuffer()));
  return { files, text: String(files["SIRCIP_30712345671_202612.txt"]), readme: utf8(files["LEEME.txt"]) };
}

const usual = [
  "30500010912,34,01/12/2026,1,1,0,903,1,A,2,1,1000.00,0.05,0.50,,,A",
  "30500010912,34,01/12/2026,1,5,0,903,1,A,2,1,1000.00,1.00,10.00,,,A",
  "30500010912,34,02/12/2026,1,1,0,903,2,A,2,1,200.00,0.05,0.10,,,A",
  "30500010912,34,03/12/2026,1,1,0,903,102,A,2,1,-400.00,0.05,-0.20,001A0000200000001,,A",
  "30500010912,34,03/12/2026,1,5,0,903,102,A,2,1,-400.00,1.00,-4.00,001A0000200000001,,A",
  "30500010912,34,04/12/2026,1,2,0,903,1,A,2,2,500.00,0.00,0.00,,,A",
  "30500010912,34,04/12/2026,1,5,0,903,1,A,2,2,500.00,1.00,5.00,,,A",
  "20222222223,,05/12/2026,1,4,0,904,1,B,2,1,1000.00,2.00,20.00,,,A",
  "30500010912,34,06/12/2026,1,1,0,903,1,A,2,3,14983.67,0.05,7.49,,,A",
];
const inLines = (lines: string[]) => lines.map((each) => `${each}\r\n`).join("");

test("the return of a month has a line for each stored line, field by field", async () => {
  const { files, text } = await filesOf();
  expect(Object.keys(files)).toEqual(["SIRCIP_30712345671_202612.txt", "LEEME.txt"]);
  expect(text).toBe(inLines(usual));
});

test("LEEME.txt names what was left out, what differs from the print, the rows and their sum", async () => {
  const { readme } = await filesOf();
  // 0.50 + 10.00 + 0.10 - 0.20 - 4.00 + 0.00 + 5.00 + 20.00 + 7.49
  expect(readme).toContain("Renglones: 9. Suma de las percepciones: $ 38,89.");
  expect(readme).toMatch(/Nota de Crédito A 00002-00000002: El comprobante que acredita no está/);
  expect(readme).toMatch(/Factura A 00002-00000004: Se emitió en otro sistema/);
  expect(readme).toMatch(/Factura A 00002-00000005: CUIT 30-71015154-3/);
  // 0.01 dollars are 14.51 pesos on the page.
  expect(readme).toMatch(/no es el que se imprimió:\r\n\r\nFactura A 00002-00000003: la declaración dice \$ 7,49/);
  expect(readme).not.toContain("00002-00000006");
});

test("each option changes its field for one file", async () => {
  const annulled = (await filesOf("&notes=annulled")).text.split("\r\n");
  expect(annulled.slice(3, 5)).toEqual([
    "30500010912,34,03/12/2026,1,6,0,903,102,A,2,1,400.00,0.05,0.20,00002-00000001,34,A",
    "30500010912,34,03/12/2026,1,6,0,903,102,A,2,1,400.00,1.00,4.00,00002-00000001,34,A",
  ]);
  expect(annulled[0]).toBe(usual[0]);
  expect((await filesOf("&field6=blank")).text).toBe(
    inLines(usual.map((each) => each.replace(/^((?:[^,]*,){5})0,/, "$1,"))),
  );
  expect((await filesOf("&absentCrc=99")).text).toBe(inLines(usual.map((each) => each.replace("223,,", "223,99,"))));
  expect((await filesOf("&zeros=1")).text.split("\r\n")[0]).toBe(
    "30500010912,34,01/12/2026,1,1,0,903,1,A,00002,00000001,1000.00,0.05,0.50,,,A",
  );
  expect((await filesOf("&notes=other&field6=1&absentCrc=a,b&zeros=0")).text).toBe(inLines(usual));
});

test("an option that cannot be read is refused with strict handling, and so is a month that is none", async () => {
  const status = async (query: string, headers: Record<string, string> = {}) =>
    (await api.get(`/reports/sircip?${query}`, { headers })).status;
  expect(await status("period=202612&notes=other", { Prefer: "handling=strict" })).toBe(400);
  expect(await status("period=202613")).toBe(400);
  expect(await status("")).toBe(400);
});

test("who is no agent gets an empty month, and so does another environment", async () => {
  const empty = async (company: string, key: string) => {
    const answer = await api.app.request(`/api/${company}/reports/sircip?period=202612`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    const files = await readZip(Buffer.from(await answer.arrayBuffer()));
    const [name = ""] = Object.keys(files);
    return [String(files[name]), utf8(files["LEEME.txt"]).includes("El mes está vacío")];
  };
  expect(await empty("mono", api.keys.mono.keys.test)).toEqual(["", true]);
  expect(await empty("demo", api.keys.keys.production)).toEqual(["", true]);
});

test("the command line writes the same file, with the same options", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "talonario-sircip-"));
  const run = quickCommandLine({ DATABASE_URL: api.deps.config.DATABASE_URL });
  const write = async (...options: string[]) => {
    const out = path.join(folder, "sircip.zip");
    const at = ["--company", "demo", "--env", "homologation", "--period", "202612", "--out", out];
    const { exitCode, json } = await run("report", "sircip", ...at, ...options, "--json");
    expect([exitCode, json]).toMatchObject([0, { report: { kind: "sircip", period: "202612", file: out } }]);
    return String((await readZip(readFileSync(out)))["SIRCIP_30712345671_202612.txt"]);
  };
  try {
    expect(await write()).toBe(inLines(usual));
    const query = "&notes=annulled&field6=blank&absentCrc=99&zeros=1";
    const options = ["--notes", "annulled", "--field6", "blank", "--absent-crc", "99", "--zeros"];
    expect(await write(...options)).toBe((await filesOf(query)).text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
