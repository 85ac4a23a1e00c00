import { describe, expect, test } from "vitest";
import { voucherPage } from "../../../renderer/voucher-page.js";
import { customers, sampleItem, sampleVoucher } from "./sample-voucher.js";

const hostile = `"><script>alert(1)</script><img src='http://attacker.example/x'>&amp;{{x}}</style>`;

const bodyOf = (page: string) => page.slice(page.indexOf("<body>"));

describe("voucherPage", () => {
  test("escapes every value that came from outside", () => {
    const voucher = sampleVoucher(
      {
        voucherType: 1,
        customer: { ...customers.registered, docNumber: hostile, name: hostile, address: hostile },
        items: [sampleItem({ description: hostile, code: hostile })],
        legend: hostile,
        currency: { id: hostile, quotation: 2 },
        tributes: [{ type: 7, baseAmount: 1, aliquot: 1, subtotal: 1, description: hostile }],
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
        },
        pointOfSale: {
          name: hostile,
          address: null,
          logoKey: null,
          additionalDataKeys: [
            { key: "order", label: hostile, printed: true },
            { key: "nested", label: "Nested", printed: true },
          ],
        },
      },
    );
    const page = voucherPage(voucher, { versions: [1], logo: `data:image/png;base64,${hostile}` });
    expect(page).not.toMatch(/<script|<img src='http/i);
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    expect(page.match(/<img /g)).toHaveLength(1);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test("refers to nothing outside itself", () => {
    const page = voucherPage(sampleVoucher(), { versions: [1, 2, 3], pagesPerCopy: 1 });
    expect(page).not.toMatch(/(src|href)=["']?(https?:)?\/\//i);
    expect(page.match(/url\((?!data:)/g)).toBeNull();
    expect(page).toContain("default-src 'none'");
  });

  test("A itemizes net and VAT and shows the VAT-included subtotal", () => {
    const page = bodyOf(
      voucherPage(sampleVoucher({ voucherType: 1, customer: customers.registered }), { versions: [1] }),
    );
    for (const text of ["Subtotal c/IVA", "Importe Neto Gravado", "IVA 21 %", "82,64", "17,36"])
      expect(page).toContain(text);
    expect(page).not.toContain("IVA Contenido");
  });

  test("B shows final prices and the VAT that they contain", () => {
    const page = bodyOf(voucherPage(sampleVoucher(), { versions: [1] }));
    for (const text of ["Régimen de Transparencia Fiscal al Consumidor (Ley 27.743)", "IVA Contenido", "$ 17,36"])
      expect(page).toContain(text);
    expect(page).not.toContain("Importe Neto Gravado");
    expect(page).not.toContain("Subtotal c/IVA");
  });

  test("C speaks of no VAT at all", () => {
    const page = bodyOf(voucherPage(sampleVoucher({ voucherType: 11 }), { versions: [1] }));
    for (const text of ["IVA Contenido", "c/IVA", "Neto Gravado", "IVA 21"]) expect(page).not.toContain(text);
    expect(page).toContain("COD. 011");
  });

  test("an A to a monotributista carries the legend of the law", () => {
    const legend = "Ley Nº 27.618";
    const page = (customer: typeof customers.registered) =>
      voucherPage(sampleVoucher({ voucherType: 1, customer }), { versions: [1] });
    expect(page(customers.monotributista)).toContain(legend);
    expect(page(customers.registered)).not.toContain(legend);
  });

  test("homologation is marked, production is not", () => {
    const mark = "SIN VALIDEZ FISCAL";
    expect(voucherPage(sampleVoucher({}, { production: false }), { versions: [1] })).toContain(mark);
    expect(voucherPage(sampleVoucher({}, { production: true }), { versions: [1] })).not.toContain(mark);
  });

  test("only the additional data that the point of sale wants printed is printed", () => {
    const voucher = sampleVoucher(
      { additionalData: { order: "OC-42", secret: "hidden", unknown: "stray" } },
      {
        pointOfSale: {
          name: null,
          address: null,
          logoKey: null,
          additionalDataKeys: [
            { key: "order", label: "Pedido", printed: true },
            { key: "secret", label: "Secreto", printed: false },
            { key: "absent", label: "Ausente", printed: true },
          ],
        },
      },
    );
    const page = voucherPage(voucher, { versions: [1] });
    expect(page).toContain("OC-42");
    for (const text of ["hidden", "stray", "Ausente"]) expect(page).not.toContain(text);
  });
});
