import { optionalKinds } from "../../../shared/domain/optionals/optional-kinds.js";
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

/** What stands wrong in further data, one thing in each: the shape refuses it, a condition does, or the authority would. */
export function* wrongFurtherData(): Generator<Record<string, unknown>> {
  for (const { id } of optionalKinds) {
    for (const value of ["", "~", "9".repeat(251), "1", "0", "80", "99"]) yield { optionals: [{ id, value }] };
    for (const value of ["1", "20201797064"]) yield { optionals: Array(2).fill({ id, value }) };
  }
  for (const id of ["27", "x", "9999"]) yield { optionals: [{ id, value: "1" }] };
  const fields = (...pairs: [string, string][]) => ({ optionals: pairs.map(([id, value]) => ({ id, value })) });
  yield fields(["10", "1"], ["11", "1"]);
  yield fields(["10", "1"], ["1011", "96"], ["1012", "AAB 123"]);
  yield fields(["17", "1"], ["1801", "30710151543"], ["1802", "Ana"]);
  yield { activities: [{ id: 620_100 }, { id: "620100" }] };
  for (const id of [0, "x", 1_000_000]) yield { activities: [{ id }] };
  for (const voucherType of [88, 993, 994, 995])
    yield { associatedVouchers: [{ voucherType, posNumber: 1, voucherNumber: 1 }] };
  const joint = (over: Record<string, unknown>, ...shares: [number, string, number][]) => ({
    customer: receiver,
    buyers: shares.map(([docType, docNumber, share]) => ({ docType, docNumber, share })),
    ...over,
  });
  const own = receiver.docNumber;
  yield joint({}, [80, own, 60], [86, "20222222223", 30.5]);
  yield joint({}, [80, own, 60.001], [86, "20222222223", 39.999]);
  yield joint({}, [80, own, 40], [86, "20222222223", 60]);
  yield joint({}, [80, "20222222223", 60], [86, "20222222223", 40]);
  yield joint({}, [80, own, 50], [80, own, 50]);
  yield joint({}, [80, own, 60], [96, "28111222", 40]);
  yield joint({}, [80, own, 60], [80, "30710151543", 40]);
  yield joint({ customer: { ...receiver, docType: 96 } }, [96, own, 100]);
  yield joint({ customer: { ...receiver, docType: 96 } }, [96, own, 60], [80, "20222222223", 40]);
}
