import { invoiceB } from "./invoice.js";

/** Who pays the school. */
export const payer = { docType: "96", docNumber: "28111222" };

/** What a school declares of each fee. */
export const schoolOptionals = [
  { id: "10", value: "1" },
  { id: "1011", value: payer.docType },
  { id: "1012", value: payer.docNumber },
];

const inMonth = { concept: 2, serviceFrom: "20260801", serviceTo: "20260831" };

/** A school's fee. */
export const schoolInvoice = (over: Record<string, unknown> = {}) => {
  const body = invoiceB({ ...inMonth, optionals: schoolOptionals, ...over });
  return { ...body, serviceExpiration: body.voucherDate };
};

/** A rent through an intermediary, of two owners. */
export const rentOptionals = [
  { id: "17", value: "1" },
  { id: "1801", value: "20201797064" },
  { id: "1802", value: "Victoria Carolina Ñancupé" },
  { id: "1801", value: "30500010912" },
  { id: "1802", value: "Gran Empresa de Prueba S.A." },
];

const receiver = { docType: 80, docNumber: "30500010912", name: "Gran Empresa de Prueba S.A.", taxType: 4 };

/** Goods that two buy together. */
export const jointInvoice = (over: Record<string, unknown> = {}) =>
  invoiceB({
    customer: receiver,
    buyers: [
      { docType: 80, docNumber: receiver.docNumber, share: 66.67 },
      { docType: 86, docNumber: "20222222223", share: 33.33 },
    ],
    ...over,
  });

/** The activity that every issuer of the simulated authority has. */
export const usualActivities = [{ id: 620_100 }];
