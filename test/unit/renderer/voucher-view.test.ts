import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectFolder } from "../../../shared/assets/assets.js";
import type { PrintedBody } from "../../../shared/domain/printable-voucher.js";
import { sheetsOf } from "../../support/readers/sheets-of.js";
import { customers, sampleItem, sampleVoucher } from "./sample-voucher.js";

const hostile = `"><script>alert(1)</script><img src='http://attacker.example/x'>&amp;{{x}}</style>`;

describe("the sheets of a voucher", () => {
  test("escape every value from outside", async () => {
    const voucher = sampleVoucher(
      {
        voucherType: 201,
        customer: { ...customers.registered, docNumber: hostile, name: hostile, address: hostile },
        items: [sampleItem({ description: hostile, code: hostile })],
        legend: hostile,
        saleCondition: hostile,
        currency: { id: hostile, quotation: 2 },
        tributes: [{ type: 7, baseAmount: 1, aliquot: 1, subtotal: 1, description: hostile }],
        serviceExpiration: hostile,
        fce: { cbu: hostile, alias: hostile, transfer: "SCA" },
        associatedVouchers: [{ voucherType: 1, posNumber: 1, voucherNumber: 1, cuit: hostile }],
        additionalData: { order: hostile, nested: { [hostile]: hostile } },
      },
      {
        cae: hostile,
        issuer: {
          cuit: hostile,
          name: hostile,
          taxType: 1,
          address: hostile,
          grossIncome: hostile,
          activityStart: hostile,
          cbuLegend: true,
          consumerComplaints: hostile,
          accentColor: hostile,
          footerText: hostile,
          legends: [{ text: hostile, on: "all", from: null }],
        },
        pointOfSale: {
          printedName: hostile,
          address: null,
          logoKey: null,
          layout: "a4" as const,
          legends: [],
          additionalDataKeys: [
            { key: "order", label: hostile, printed: true },
            { key: "nested", label: "Nested", printed: true },
          ],
        },
      },
    );
    const sheets = await sheetsOf(voucher, { logo: `data:image/png;base64,${hostile}` });
    expect(sheets).not.toMatch(/<script|<img src='http|<\/style>/i);
    expect(sheets.match(/<img /g)).toHaveLength(1);
    expect(sheets).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test("show the sale condition with the receiver's data, and nothing where there is none", async () => {
    const label = "Condición de venta:";
    expect(await sheetsOf(sampleVoucher({ saleCondition: "Cuenta corriente 30 días" }))).toMatch(
      new RegExp(`class="receiver">[\\s\\S]*${label}</span> <bdi class="value">Cuenta corriente 30 días<`),
    );
    expect(await sheetsOf(sampleVoucher())).not.toContain(label);
    const { saleCondition: _, ...before } = sampleVoucher().body;
    expect(await sheetsOf(sampleVoucher({}, { body: before as PrintedBody }))).not.toContain(label);
  });

  test("say each VAT condition in the words of RG 1415, the issuer's and the receiver's", async () => {
    const conditionsOf = async (taxType: number, ofReceiver: number) =>
      [
        ...(
          await sheetsOf(
            sampleVoucher(
              { voucherType: 6, customer: { ...customers.registered, taxType: ofReceiver } },
              { issuer: { ...sampleVoucher().issuer, taxType } },
            ),
          )
        ).matchAll(/Condición frente al IVA:<\/span> <bdi class="value">([^<]+)</g),
      ].map(([, words]) => words);
    expect(await conditionsOf(1, 4)).toEqual(["IVA Responsable Inscripto", "IVA EXENTO"]);
    expect(await conditionsOf(4, 15)).toEqual(["IVA EXENTO", "NO RESPONSABLE IVA"]);
    expect(await conditionsOf(6, 5)).toEqual(["Responsable Monotributo", "A CONSUMIDOR FINAL"]);
    expect(await conditionsOf(15, 7)).toEqual(["NO RESPONSABLE IVA", "SUJETO NO CATEGORIZADO"]);
  });

  test("say beside the letter where to pay, on the ordinary types of letter A of a company that does so", async () => {
    const legend = "PAGO EN CBU INFORMADA";
    const sheets = (voucherType: number, cbuLegend: boolean) =>
      sheetsOf(
        sampleVoucher(
          { voucherType, customer: customers.registered },
          { issuer: { ...sampleVoucher().issuer, cbuLegend } },
        ),
      );
    for (const type of [1, 2, 3]) {
      expect(await sheets(type, true)).toContain(legend);
      expect(await sheets(type, false)).not.toContain(legend);
    }
    for (const type of [6, 8, 11, 201, 203]) expect(await sheets(type, true)).not.toContain(legend);
  });

  test("have the company's colour, its texts at the foot, and nothing of them where there are none", async () => {
    const issuer = {
      ...sampleVoucher().issuer,
      accentColor: "#1F4E79",
      consumerComplaints: "Reclamos: 0800-222-9042",
      footerText: "Gracias por elegirnos",
    };
    const sheets = await sheetsOf(sampleVoucher({}, { issuer }));
    expect(sheets).toContain('style="--accent:#1F4E79"');
    expect(sheets).toMatch(
      /class="complaints"><bdi>Reclamos: 0800-222-9042<[\s\S]*class="own-text"><bdi>Gracias por elegirnos</,
    );
    expect(await sheetsOf(sampleVoucher())).not.toMatch(/--accent:|class="complaints"|class="own-text"/);
    for (const accentColor of ["#1F4E79;display:none", "red"])
      expect(await sheetsOf(sampleVoucher({}, { issuer: { ...issuer, accentColor } }))).not.toContain("--accent:");
  });

  test("show nothing of the activity", async () => {
    expect(await sheetsOf(sampleVoucher({ activityCode: "476111" }))).toBe(await sheetsOf(sampleVoucher()));
  });

  test("A itemizes net and VAT and shows the VAT-included subtotal", async () => {
    const sheets = await sheetsOf(sampleVoucher({ voucherType: 1, customer: customers.registered }));
    for (const text of ["Subtotal c/IVA", "Importe Neto Gravado", "IVA 21 %", "82,64", "17,36"])
      expect(sheets).toContain(text);
    expect(sheets).not.toContain("IVA Contenido");
  });

  test("B shows final prices and the VAT that they contain", async () => {
    const sheets = await sheetsOf(sampleVoucher());
    for (const text of ["Régimen de Transparencia Fiscal al Consumidor (Ley 27.743)", "IVA Contenido", "$\u00a017,36"])
      expect(sheets).toContain(text);
    expect(sheets).not.toContain("Importe Neto Gravado");
    expect(sheets).not.toContain("Subtotal c/IVA");
  });

  test("C mentions no VAT at all", async () => {
    const sheets = await sheetsOf(sampleVoucher({ voucherType: 11 }));
    for (const text of ["IVA Contenido", "c/IVA", "Neto Gravado", "IVA 21"]) expect(sheets).not.toContain(text);
    expect(sheets).toContain("COD. 011");
  });

  test("an A to a monotributista carries the legal legend", async () => {
    const legend = "Ley Nº 27.618";
    const sheets = (customer: typeof customers.registered) => sheetsOf(sampleVoucher({ voucherType: 1, customer }));
    expect(await sheets(customers.monotributista)).toContain(legend);
    expect(await sheets(customers.registered)).not.toContain(legend);
  });

  test("A names what the authority observed, each code once; other letters do not", async () => {
    const observations = [
      { code: 10217, msg: "El credito fiscal discriminado" },
      { code: 10234, msg: "Otra" },
      { code: 10217, msg: "El credito fiscal discriminado" },
    ];
    const a = { voucherType: 1, customer: customers.registered };
    const label = "Observaciones de ARCA:";
    const sheets = await sheetsOf(sampleVoucher(a, { observations }));
    expect(sheets).toContain(label);
    expect(sheets).toContain("10217, 10234");
    for (const none of [null, []])
      expect(await sheetsOf(sampleVoucher(a, { observations: none }))).not.toContain(label);
    expect(await sheetsOf(sampleVoucher({}, { observations }))).not.toContain(label);
  });

  test("a final consumer is told in the words of the law", async () => {
    const legend = "A CONSUMIDOR FINAL";
    expect(await sheetsOf(sampleVoucher())).toContain(legend);
    expect(await sheetsOf(sampleVoucher({ customer: customers.anonymous }))).toContain(legend);
    expect(await sheetsOf(sampleVoucher({ receiverTaxConditionId: 4 }))).not.toContain(legend);
  });

  test("homologation vouchers are marked, production ones are not", async () => {
    const mark = "SIN VALIDEZ FISCAL";
    expect(await sheetsOf(sampleVoucher({}, { production: false }))).toContain(mark);
    expect(await sheetsOf(sampleVoucher({}, { production: true }))).not.toContain(mark);
  });

  test("additional data is printed only for the keys that the point of sale selects", async () => {
    const voucher = sampleVoucher(
      { additionalData: { order: "OC-42", secret: "hidden", unknown: "stray" } },
      {
        pointOfSale: {
          printedName: null,
          address: null,
          logoKey: null,
          layout: "a4" as const,
          legends: [],
          additionalDataKeys: [
            { key: "order", label: "Pedido", printed: true },
            { key: "secret", label: "Secreto", printed: false },
            { key: "absent", label: "Ausente", printed: true },
          ],
        },
      },
    );
    const sheets = await sheetsOf(voucher);
    expect(sheets).toContain("OC-42");
    for (const text of ["hidden", "stray", "Ausente"]) expect(sheets).not.toContain(text);
  });
});

test("the templates escape every value and refer to no outside resource", () => {
  const folder = path.join(projectFolder, "renderer/templates");
  for (const file of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, file), "utf8");
    expect(text, file).not.toMatch(/\{\{\{|\{\{&|https?:|url\(|@import/);
  }
});
