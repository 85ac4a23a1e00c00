/** Codes that no issuance of ours can meet, and why. Each range with its ends. */
interface NeverMet {
  codes: readonly (number | readonly [number, number])[];
  because: string;
}

/** Source: issuer/authority/README.md, section 3.2. What refuses here is in api/schemas, what is computed in shared/domain. */
const neverMet: readonly NeverMet[] = [
  {
    codes: [10001, 10002, 10003],
    because: "the issuer counts the vouchers of its own request, and sends as many as are allowed",
  },
  { codes: [10008, 10010, 10011, 10012, 10014], because: "the issuer gives the number, one to a voucher, never a lot" },
  { codes: [10019], because: "a line at a rate that the table lacks is issued as not taxable" },
  { codes: [10020], because: "a rate whose base is 0.00 is not declared" },
  {
    codes: [10021, 10022, 10023, 10029, 10043, 10044, 10045, 10046, 10047, 10061, 10070, 10071],
    because:
      "the service computes the sums: nothing negative, one row a rate, for letter C none, each sum that of its parts",
  },
  { codes: [10026, 10027, 10028, 10056, 10065], because: "amounts are 0 or more here, with 13 digits and 2 decimals" },
  { codes: [10030], because: "a concept is 1, 2 or 3 here" },
  { codes: [10031, 10033, 10035, 10049], because: "services have all three dates here, and products send none" },
  {
    codes: [10039, 10239, 10241],
    because: "pesos have the quotation 1 here, and nothing is said of paying them in another currency",
  },
  {
    codes: [10057, 10062, 10213],
    because: "what a voucher is associated with is checked here, and no empty list is sent",
  },
  {
    codes: [10052, 10055, 10068],
    because: "every type that is issued here may have optional fields, each has a value, and no empty list is sent",
  },
  {
    codes: [
      10064, 10086, 10088, 10089, 10090, 10092, 10094, 10095, 10097, 10110, 10111, 10116, 10117, 10118, 10123, 10124,
      10125, 10127, 10189, 10274, 10276, 10280,
    ],
    because: "which types have an optional field, how many there may be and what a value looks like, is checked here",
  },
  { codes: [[10075, 10085]], because: "type 49, used goods, is not issued here" },
  {
    codes: [10133, 10134, 10135, 10138, 10139, 10142, 10143, 10144, 10145, 10146, 10147],
    because:
      "each buyer has a document and a share here, two at least have one, they come to 100, and the receiver's is the largest",
  },
  {
    codes: [10153, 10196, 10198, 10199, [10203, 10208]],
    because: "a note has its voucher or its period here, an invoice no period, and its days are checked",
  },
  {
    codes: [10162, 10167, 10169, 10170, 10171, 10172, 10173, 10175],
    because:
      "the service says of a credit invoice and its notes exactly what they must say, and of others nothing of it",
  },
  { codes: [10218, 10219], because: "no empty list of activities is sent" },
  { codes: [10246], because: "the receiver's VAT condition is always sent" },
];

const contains = (codes: NeverMet["codes"], code: number) =>
  codes.some((one) => (typeof one === "number" ? one === code : one[0] <= code && code <= one[1]));

/** Why no issuance of ours meets this code; undefined where one can. */
export const whyNeverMet = (code: number): string | undefined =>
  neverMet.find(({ codes }) => contains(codes, code))?.because;
