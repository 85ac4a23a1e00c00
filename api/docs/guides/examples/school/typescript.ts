// Issues one fee of a school: its activity is comprised (10), and who pays has a DNI (1011, 1012).
const { TALONARIO_URL, TALONARIO_KEY, SALE } = process.env;

const today = new Date()
  .toLocaleDateString("sv-SE", { timeZone: "America/Argentina/Buenos_Aires" })
  .replaceAll("-", "");
const response = await fetch(`${TALONARIO_URL}/invoices`, {
  method: "POST",
  headers: { Authorization: `Bearer ${TALONARIO_KEY}`, "Content-Type": "application/json" },
  body: JSON.stringify({
    idempotency: `sale-${SALE}-6-1`,
    posNumber: 1,
    voucherType: 6,
    concept: 2,
    voucherDate: today,
    serviceFrom: `${today.slice(0, 6)}01`,
    serviceTo: today,
    serviceExpiration: today,
    customer: { docType: 96, docNumber: "28111222", name: "Ana Pérez", taxType: 5 },
    items: [{ description: "Monthly fee", quantity: 1, price: 85_000, taxType: 2 }],
    optionals: [
      { id: "10", value: "1" },
      { id: "1011", value: "96" },
      { id: "1012", value: "28111222" },
    ],
  }),
});

interface Answer {
  ok: boolean;
  error?: string;
  result: { id: number; voucherNumber: number; cae: string; totalAmount: number };
}
const { ok, error, result } = (await response.json()) as Answer;
if (!ok) throw new Error(error);
console.log(`Fee ${result.voucherNumber}, CAE ${result.cae}, total ${result.totalAmount}, id ${result.id}`);
