import fc from "fast-check";
import { invoiceA, today } from "./invoice.js";

/** Of the company in the tests of credit invoices. */
export const cbu = "2850590940090418135201";
export const fce = { cbu, alias: "empresa.cobros", transfer: "SCA" };

/** A large company: by default it must get credit invoices. */
export const largeCustomer = { docType: 80, docNumber: "30500010912", name: "Gran Empresa S.A.", taxType: 1 };

/** A body for POST /invoices: a credit invoice of letter A, to a large company, due today. */
export const creditInvoice = (over: Record<string, unknown> = {}) =>
  invoiceA({
    voucherType: 201,
    customer: largeCustomer,
    serviceExpiration: today(),
    items: [{ description: "Harina, 1 t", quantity: 10, price: 605_000, taxType: 5 }],
    ...over,
  });

/** The digit that checks the others, computed from the last one backwards: weights 3, 1, 7, 9 repeat. */
const checkDigit = (digits: string) =>
  String(
    (10 -
      ([...digits].reverse().reduce((sum, digit, at) => sum + Number(digit) * ([3, 1, 7, 9][at % 4] ?? 0), 0) % 10)) %
      10,
  );

/** The CBU of any account: bank and branch with their check digit, and the account with its own. */
export const anyCbu = fc
  .tuple(fc.stringMatching(/^\d{7}$/), fc.stringMatching(/^\d{13}$/))
  .map(([branch, account]) => branch + checkDigit(branch) + account + checkDigit(account));
