import { expect, test } from "vitest";
import { FormPage } from "../../../../../api/app/new-voucher/form-page.js";
import { toBody } from "../../../../../api/app/new-voucher/to-body.js";
import { issuanceRequestShape } from "../../../../../api/schemas/issuance-request.js";
import { unwrap } from "../../../../../api/schemas/unwrap.js";

/** Fields of the issuance that nobody gives in the form of a new voucher, each with the reason. */
const notAsked: Record<string, string> = {
  idempotency: "it is in the address of the form, so that a form issues once",
  receiverTaxConditionId: "the form has the receiver's condition once, and declares that one",
  "associatedVouchers.cuit": "a note of the form modifies a voucher of the company's own",
  "emails.name": "the mail greets nobody by name but the receiver",
  "emails.comments": "the voucher's own page sends mails with a text",
  "emails.pdfVersions": "the voucher's own page sends duplicate and triplicate",
};

/** Lists of which the form has one row only, each with the reason. */
const onlyOne: Record<string, string> = {
  associatedVouchers: "a note of several vouchers names their period",
};

/** Fields that the form writes otherwise than the body, and the control that stands for them. */
const otherwise: Record<string, string> = { "activities.id": "activities", additionalData: "additionalData.order" };

type Rule = Parameters<typeof unwrap>[0];

/** The leaves of a body, `tributes.description` for those in lists, and the lists themselves. */
function leavesOf(rule: Rule, path: string[] = []): { path: string; lists: string[] }[] {
  const { def } = unwrap(rule)._zod;
  if (def.type === "object")
    return Object.entries(def.shape).flatMap(([name, inner]) => leavesOf(inner as Rule, [...path, name]));
  if (def.type === "array" && unwrap(def.element)._zod.def.type === "object")
    return leavesOf(def.element, path).map((leaf) => ({ ...leaf, lists: [path.join("."), ...leaf.lists] }));
  return [{ path: path.join("."), lists: [] }];
}

const visit = {
  person: { id: 1, email: "ana@example.com", name: null },
  company: { id: 1, code: "demo", name: "Demo", taxType: 1, withheldA: false },
  production: false,
  role: "issuer" as const,
  csrf: "",
  base: "/app/demo/homologation",
  path: "/invoices/new/key",
  isPartial: false,
};
const row = {
  "items.0.description": "x",
  "items.1.description": "y",
  "tributes.0.subtotal": "1",
  "buyers.0.share": "1",
};
const typed = { posNumber: "1", "optionals.0.id": "9", ...row };
const pos = { number: 1, name: null, additionalDataKeys: [{ key: "order", label: "Pedido", printed: true }] };

const pageOf = (typed: Record<string, string>) =>
  String(
    FormPage({
      visit,
      path: "/invoices/new/key",
      desk: {
        own: { taxType: 1 },
        hasFce: true,
        isAgent: true,
        pointsOfSale: [pos as never],
        lastPos: 1,
        recent: [],
        usual: undefined,
      },
      typed,
      draft: toBody("key", typed, { taxType: 1 }),
      review: { totals: undefined, vat: [], perceptions: [], faults: [], problems: [], cautions: [], notes: [] },
      faults: [],
    }),
  );

/** What a browser sends of the lists of a page in which nobody chose anything. */
const chosenIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<select[^>]* name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g)].map(([, name = "", options = ""]) => [
      name,
      (/value="([^"]*)" selected/.exec(options) ?? /value="([^"]*)"/.exec(options))?.[1] ?? "",
    ]),
  );

const names = new Set(
  [...pageOf(typed).matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].map(([, name = ""]) => name),
);

const controlOf = (path: string, place: number) =>
  otherwise[path] ?? (path.includes(".") ? path.replace(/^(\w+)\./, `$1.${place}.`) : path);

test("every field of the issuance can be given in the form, or it is said why not", () => {
  const leaves = leavesOf(issuanceRequestShape);
  const missing = leaves
    .filter(({ path, lists }) => !names.has(lists.length > 0 ? controlOf(path, 0) : (otherwise[path] ?? path)))
    .map(({ path }) => path);
  expect(missing.toSorted()).toEqual(Object.keys(notAsked).toSorted());
});

test("every list of the issuance takes several rows in the form, or it is said why not", () => {
  const lists = new Set(leavesOf(issuanceRequestShape).flatMap(({ lists: [list] }) => list ?? []));
  const single = [...lists].filter(
    (list) => list !== "activities" && ![...names].some((name) => name.startsWith(`${list}.1.`)),
  );
  expect(single.toSorted()).toEqual(Object.keys(onlyOne).toSorted());
});

test("a fault of a field that the form does not ask for leads to one that it has", () => {
  const { fieldOf } = toBody("key", typed, { taxType: 1 });
  expect(fieldOf("receiverTaxConditionId")).toBe("customer.taxType");
  expect(names).toContain("customer.taxType");
  expect(names).toContain(fieldOf("tributes.0"));
});

test("a form that comes back as it was sent opens nothing that nobody filled in", () => {
  const blank = { posNumber: "1", "items.0.description": "x" };
  const again = { ...blank, ...chosenIn(pageOf(blank)) };
  expect(Object.keys(again)).toContain("buyers.0.docType");
  expect(pageOf(again)).not.toMatch(/<details[^>]* open/);
});
