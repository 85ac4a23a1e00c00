import { createCanvas } from "@napi-rs/canvas";
import type { PrintOptions } from "../../../renderer/print-options.js";
import type { Tribute } from "../../../shared/domain/issuance-request.js";
import type { PrintableVoucher } from "../../../shared/domain/printable-voucher.js";
import { customers, sampleItem, sampleVoucher } from "../../unit/renderer/sample-voucher.js";

export interface GalleryCase extends Partial<PrintOptions> {
  voucher: PrintableVoucher;
  /** Uses fonts that we do not ship. A machine without them prints other text. */
  usesSystemFonts?: true;
}

const perception: Tribute = { type: 7, baseAmount: 3476.35, aliquot: 3, subtotal: 104.29, description: null };
const internalTax: Tribute = {
  type: 4,
  baseAmount: 1000,
  aliquot: 8.7,
  subtotal: 87,
  description: "Impuestos internos",
};

const stationery = [
  sampleItem({ code: "RES-75", description: "Resma A4 75 g/m², 500 hojas", quantity: 3, price: 8450.5, discount: 10 }),
  sampleItem({ code: "CUA-84", description: "Cuaderno universitario rayado, 84 hojas", quantity: 12, price: 3999.99 }),
  sampleItem({
    code: "LAP-AZ",
    description: "Lapicera azul, caja de 50",
    price: 15_200,
    taxType: 4,
    discount: 500,
    discountType: "amount",
  }),
  sampleItem({ code: "LIB-01", description: "Libro «El Aleph»", price: 18_900, taxType: 2 }),
  sampleItem({ code: "FLE", description: "Flete", price: 2500, taxType: 1, unitType: 98 }),
];

const serviceMonth = {
  concept: 2 as const,
  serviceFrom: "20261101",
  serviceTo: "20261130",
  serviceExpiration: "20261210",
};

const service = sampleItem({
  description: "Abono mensual de soporte técnico, noviembre de 2026",
  price: 185_000,
  unitType: 98,
});

const associated = (voucherType: number, voucherNumber = 650) => ({
  voucherType,
  posNumber: 2,
  voucherNumber,
  cuit: null,
});

const keyed = (additionalData: Record<string, unknown>, labels: Record<string, string>) => ({
  body: { additionalData },
  pointOfSale: {
    printedName: "Sucursal Rosario",
    address: "Córdoba 1450, Rosario, Santa Fe",
    logoKey: null,
    layout: "a4" as const,
    additionalDataKeys: Object.entries(labels).map(([key, label]) => ({ key, label, printed: true })),
  },
});

const order = keyed(
  { order: "OC-2026-00481", seller: "M. Fernández", delivery: "Retira en depósito, de 9 a 17 h" },
  { order: "Orden de compra", seller: "Vendedor", delivery: "Entrega" },
);

const crowd = keyed(
  {
    remarks: "Mercadería entregada en perfectas condiciones. ".repeat(60),
    raw: { list: Array.from({ length: 300 }, (_, n) => n) },
  },
  { remarks: "Observaciones del pedido", raw: "Detalle" },
);

function logo(): string {
  const canvas = createCanvas(420, 120);
  const context = canvas.getContext("2d");
  context.fillStyle = "#111";
  context.beginPath();
  context.moveTo(10, 110);
  context.lineTo(70, 10);
  context.lineTo(130, 110);
  context.fill();
  context.fillRect(150, 40, 250, 16);
  context.fillRect(150, 70, 180, 16);
  return `data:image/png;base64,${canvas.toBuffer("image/png").toString("base64")}`;
}

const a = { voucherType: 1, customer: customers.registered };
const endless = (letter: string, length: number) => letter.repeat(length);

const payment = { cbu: "2850590940090418135201", alias: "papelera.andina.fce", transfer: "SCA" as const };
const credit = {
  ...a,
  voucherType: 201,
  items: [
    sampleItem({ code: "BOB-90", description: "Bobina de papel kraft 90 g/m²", quantity: 40, price: 121_000 }),
    sampleItem({ code: "CAJ-40", description: "Caja de cartón corrugado 40 × 30 × 30", quantity: 1_000, price: 1_210 }),
  ],
  serviceExpiration: "20261221",
  fce: payment,
};
const creditNote = {
  ...credit,
  voucherType: 203,
  items: [sampleItem({ code: "BOB-90", description: "Bobina de papel kraft 90 g/m²", quantity: 2, price: 121_000 })],
  serviceExpiration: null,
  associatedVouchers: [{ ...associated(201), cuit: "30712345671", date: "20261118" }],
  fce: { cancellation: false },
};

const underCaea = { authorization: "CAEA" as const, cae: "26463476341977", caeExpirationDate: "20261130" };

/** Every kind of voucher, and content that could break a page. */
export const galleryCases: Record<string, GalleryCase> = {
  "a-invoice": { voucher: sampleVoucher({ ...a, items: stationery.slice(0, 2) }) },
  "a-every-rate-and-tribute": {
    voucher: sampleVoucher({ ...a, items: stationery, tributes: [perception, internalTax] }),
  },
  "a-debit-note": {
    voucher: sampleVoucher({
      ...a,
      voucherType: 2,
      items: [sampleItem({ description: "Intereses por mora", price: 1250.75 })],
      associatedVouchers: [associated(1)],
    }),
  },
  "a-credit-note": {
    voucher: sampleVoucher({
      ...a,
      voucherType: 3,
      items: stationery.slice(1, 2),
      associatedVouchers: [associated(1), associated(1, 651)],
    }),
  },
  "b-credit-of-a-dated-voucher": {
    voucher: sampleVoucher({
      voucherType: 8,
      associatedVouchers: [{ ...associated(6), cuit: "30712345671", date: "20261105" }],
    }),
  },
  "b-credit-of-a-period": {
    voucher: sampleVoucher({ voucherType: 8, associatedPeriod: { from: "20261001", to: "20261031" } }),
  },
  "a-to-monotributista": {
    voucher: sampleVoucher(
      { ...a, customer: customers.monotributista, items: stationery.slice(0, 1) },
      { observations: [{ code: 10217, msg: "El credito fiscal discriminado en el presente comprobante..." }] },
    ),
  },
  "a-net-prices": {
    voucher: sampleVoucher({
      ...a,
      priceIncludesVat: false,
      items: stationery.slice(0, 3),
      settings: { quantityPrecision: 2, pricePrecision: 4 },
    }),
  },
  "a-in-dollars": {
    voucher: sampleVoucher({
      ...a,
      items: [sampleItem({ description: 'Notebook 14"', price: 1210, quantity: 2 })],
      currency: { id: "DOL", quotation: 1480.25 },
      cancelsInSameForeignCurrency: "N",
    }),
  },
  "a-many-pages": {
    voucher: sampleVoucher({
      ...a,
      items: Array.from({ length: 200 }, (_, n) => ({ ...(stationery[n % 5] ?? service), code: `ART-${n + 1}` })),
    }),
    versions: [1],
  },
  "b-invoice": { voucher: sampleVoucher({ items: stationery.slice(0, 3) }) },
  "b-anonymous": {
    voucher: sampleVoucher({
      customer: customers.anonymous,
      items: [sampleItem({ description: "Yerba mate 1 kg", quantity: 2, price: 3500.5 })],
    }),
  },
  "b-services": { voucher: sampleVoucher({ ...serviceMonth, items: [service] }) },
  "b-net-prices": {
    voucher: sampleVoucher({
      priceIncludesVat: false,
      items: [sampleItem({ price: 82.64, quantity: 3 }), sampleItem({ price: 0.333333, quantity: 1.5, unitType: 1 })],
      settings: { quantityPrecision: 4, pricePrecision: 4 },
    }),
  },
  "b-debit-note": {
    voucher: sampleVoucher({
      voucherType: 7,
      items: [sampleItem({ description: "Diferencia de precio", price: 980 })],
      associatedVouchers: [associated(6)],
    }),
  },
  "b-credit-note": {
    voucher: sampleVoucher({
      voucherType: 8,
      items: stationery.slice(1, 3),
      associatedVouchers: [{ ...associated(6), cuit: "30500010912" }],
    }),
  },
  "b-tributes": {
    voucher: sampleVoucher({
      items: stationery.slice(0, 2),
      tributes: [internalTax, { ...perception, description: "Percepción IIBB Santa Fe" }],
    }),
  },
  "b-remarks": {
    voucher: sampleVoucher(
      {
        items: stationery.slice(0, 2),
        legend: "Cambios dentro de los 30 días con este comprobante.\nGracias por su compra.",
        ...order.body,
      },
      { pointOfSale: order.pointOfSale },
    ),
  },
  "b-logo": { voucher: sampleVoucher({ items: stationery.slice(0, 2) }), logo: logo() },
  "a-paid-into-cbu": {
    voucher: sampleVoucher(
      { ...a, items: stationery.slice(0, 2), saleCondition: "Transferencia a 30 días" },
      { issuer: { ...sampleVoucher().issuer, cbuLegend: true } },
    ),
  },
  "b-own-look": {
    voucher: sampleVoucher(
      { items: stationery.slice(0, 2), saleCondition: "Contado" },
      {
        issuer: {
          ...sampleVoucher().issuer,
          consumerComplaints: "Orientación al consumidor, Provincia de Buenos Aires: 0800-222-9042",
          accentColor: "#1F4E79",
          footerText: "Papelera Andina · www.papelera-andina.example · Lunes a viernes de 9 a 18 h",
        },
      },
    ),
  },
  "a-own-look-of-longest-values": {
    voucher: sampleVoucher(
      {
        ...a,
        voucherType: 3,
        items: stationery,
        tributes: [perception, internalTax],
        associatedVouchers: [associated(1)],
        legend: endless("Gracias por su compra. ", 8),
        saleCondition: endless("W", 40),
      },
      {
        issuer: {
          ...sampleVoucher().issuer,
          cbuLegend: true,
          name: endless("W", 200),
          consumerComplaints: endless("W", 200),
          accentColor: "#C00000",
          footerText: endless("M", 200),
        },
        production: false,
      },
    ),
    versions: [1, 2],
    logo: logo(),
  },
  "b-homologation": { voucher: sampleVoucher({ items: stationery.slice(0, 1) }, { production: false }) },
  "a-under-caea": {
    voucher: sampleVoucher({ ...a, posNumber: 3, items: stationery.slice(0, 2) }, underCaea),
    versions: [1, 2],
  },
  "b-under-caea": { voucher: sampleVoucher({ posNumber: 3, items: stationery.slice(0, 2) }, underCaea) },
  "c-under-caea-on-many-pages": {
    voucher: sampleVoucher(
      {
        voucherType: 11,
        posNumber: 3,
        items: Array.from({ length: 40 }, () => sampleItem({ description: "Reparación de calzado", taxType: null })),
      },
      { ...underCaea, production: false },
    ),
  },
  "c-invoice": {
    voucher: sampleVoucher({
      voucherType: 11,
      items: [sampleItem({ description: "Reparación de calzado", price: 14_500, taxType: null })],
    }),
  },
  "c-debit-note": {
    voucher: sampleVoucher({
      voucherType: 12,
      items: [sampleItem({ description: "Repuestos", price: 3200, taxType: null, quantity: 2.5 })],
      associatedVouchers: [associated(11)],
    }),
  },
  "c-credit-note-services-in-euros": {
    voucher: sampleVoucher({
      ...serviceMonth,
      voucherType: 13,
      items: [sampleItem({ description: "Asesoramiento", price: 850, taxType: null })],
      associatedVouchers: [associated(11)],
      currency: { id: "060", quotation: 1610.5 },
      cancelsInSameForeignCurrency: "S",
    }),
  },
  "fce-a-invoice": { voucher: sampleVoucher(credit) },
  "fce-a-before-the-shorter-term": { voucher: sampleVoucher({ ...credit, voucherDate: "20261031" }) },
  "fce-a-credit-note": { voucher: sampleVoucher(creditNote) },
  "fce-a-debit-note-of-services": {
    voucher: sampleVoucher({ ...creditNote, ...serviceMonth, voucherType: 202, serviceExpiration: null }),
  },
  "fce-a-cancellation-below": {
    voucher: sampleVoucher({
      ...creditNote,
      associatedVouchers: Array.from({ length: 7 }, (_, n) => ({ ...associated(201, n + 1), date: "20261118" })),
      fce: { cancellation: true },
    }),
  },
  "fce-a-to-monotributista-three-copies": {
    voucher: sampleVoucher(
      {
        ...credit,
        ...serviceMonth,
        customer: customers.monotributista,
        tributes: [perception, internalTax],
        legend: endless("Retiro en depósito. ", 10),
        fce: { ...payment, transfer: "ADC" },
      },
      { production: false },
    ),
    versions: [1, 2, 3],
    logo: logo(),
  },
  "fce-a-many-pages": {
    voucher: sampleVoucher({
      ...credit,
      items: Array.from({ length: 60 }, (_, n) => ({ ...(stationery[n % 5] ?? service), code: `ART-${n + 1}` })),
      tributes: Array.from({ length: 12 }, () => perception),
      legend: endless("Retiro en depósito. ", 10),
    }),
    versions: [1],
  },
  "fce-b-in-dollars": {
    voucher: sampleVoucher({
      ...credit,
      voucherType: 206,
      customer: { ...customers.registered, taxType: 4 },
      items: [sampleItem({ description: "Prensa de cartón", price: 21_031.5, quantity: 1 })],
      tributes: [internalTax],
      currency: { id: "DOL", quotation: 1480.25 },
      cancelsInSameForeignCurrency: "S",
      fce: { ...payment, alias: null },
    }),
  },
  "fce-c-invoice-of-services": {
    voucher: sampleVoucher({
      ...credit,
      ...serviceMonth,
      voucherType: 211,
      items: [sampleItem({ description: "Mantenimiento de planta", price: 6_050_000, taxType: null, unitType: 98 })],
    }),
  },
  "fce-of-longest-values": {
    voucher: sampleVoucher(
      {
        ...credit,
        ...serviceMonth,
        customer: { ...customers.monotributista, name: endless("Wenceslao ", 20), address: endless("M", 300) },
        items: [
          sampleItem({ price: 8_777_777_777_777.77 }),
          ...[1, 2, 3, 4, 6, 8, 9].map((taxType) => sampleItem({ taxType })),
        ],
        tributes: [perception],
        legend: endless("Gracias por su compra. ", 8),
        fce: { ...payment, alias: endless("w", 20) },
      },
      {
        issuer: { ...sampleVoucher().issuer, name: endless("W", 200), grossIncome: endless("9", 60) },
        pointOfSale: {
          printedName: endless("M", 100),
          address: endless("W", 300),
          logoKey: null,
          layout: "a4" as const,
          additionalDataKeys: [],
        },
        production: false,
      },
    ),
    logo: logo(),
  },
  "three-copies": { voucher: sampleVoucher({ items: stationery.slice(0, 2) }), versions: [1, 2, 3] },
  "huge-amounts": {
    voucher: sampleVoucher({
      ...a,
      items: [
        sampleItem({
          code: "PLANTA",
          description: "Planta industrial llave en mano",
          quantity: 1_234_567.123456,
          price: 1_234_567.891234,
          discount: 33.33,
        }),
        sampleItem({ code: "MIN", description: "Muestra", quantity: 0.0001, price: 9_999_999_999.9999 }),
      ],
      settings: { quantityPrecision: 6, pricePrecision: 6 },
    }),
  },
  "longest-names": {
    voucher: sampleVoucher(
      {
        ...serviceMonth,
        voucherType: 8,
        customer: {
          ...customers.finalConsumer,
          name: endless("Wenceslao ", 20),
          address: endless("M", 300),
        },
        items: [service],
        associatedVouchers: Array.from({ length: 6 }, (_, n) => ({ ...associated(7, n + 1), cuit: "30500010912" })),
        legend: endless("Gracias por su compra. ", 8),
      },
      {
        issuer: { ...sampleVoucher().issuer, name: endless("W", 200), grossIncome: endless("9", 60) },
        pointOfSale: {
          printedName: endless("M", 100),
          address: endless("W", 300),
          logoKey: null,
          layout: "a4" as const,
          additionalDataKeys: [],
        },
      },
    ),
    logo: logo(),
  },
  crowded: {
    voucher: sampleVoucher(
      {
        ...a,
        voucherType: 3,
        customer: {
          ...customers.registered,
          name: endless("Distribuidora Mayorista del Litoral ", 5),
          address: endless("X", 300),
        },
        items: [
          sampleItem({ description: endless("Detalle del trabajo realizado según presupuesto. ", 80) }),
          sampleItem({ description: endless("W", 700), code: endless("C", 50) }),
        ],
        associatedVouchers: Array.from({ length: 120 }, (_, n) => associated(1, n + 1)),
        tributes: Array.from({ length: 30 }, (_, n) => ({
          ...perception,
          description: `Percepción municipal ${n + 1}`,
        })),
        legend: endless("L", 200),
        ...crowd.body,
      },
      { pointOfSale: crowd.pointOfSale },
    ),
  },
  "other-writings": {
    voucher: sampleVoucher({
      customer: { ...customers.finalConsumer, name: "Łukasz Žižek Đorđević — Ελένη Жукова" },
      items: [
        sampleItem({ description: "Ñandú, pingüino y «açaí» ½ kg" }),
        sampleItem({ description: "Съешь ещё этих мягких булок · Ξεσκεπάζω την ψυχοφθόρα · Příliš žluťoučký kůň" }),
      ],
    }),
  },
  "right-to-left-and-emoji": {
    voucher: sampleVoucher({
      items: [
        sampleItem({ description: "مرحبا بالعالم \u202egnorw yaw eht\u202c 🧉 yerba" }),
        sampleItem({ description: "Mate 🧉 con bombilla, מתנה לחג" }),
      ],
    }),
    usesSystemFonts: true,
  },
};
