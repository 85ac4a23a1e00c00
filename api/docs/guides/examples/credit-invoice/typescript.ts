// Issues one credit invoice of letter A, due in 30 days. The account that it is paid to is the company's.
const { TALONARIO_URL, TALONARIO_KEY, SALE } = process.env;

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000)
    .toLocaleDateString("sv-SE", { timeZone: "America/Argentina/Buenos_Aires" })
    .replaceAll("-", "");
const response = await fetch(`${TALONARIO_URL}/invoices`, {
  method: "POST",
  headers: { Authorization: `Bearer ${TALONARIO_KEY}`, "Content-Type": "application/json" },
  body: JSON.stringify({
    idempotency: `sale-${SALE}-201-1`,
    posNumber: 1,
    voucherType: 201,
    concept: 1,
    voucherDate: inDays(0),
    serviceExpiration: inDays(30),
    customer: { docType: 80, docNumber: "30500010912", name: "Gran Empresa S.A.", taxType: 1 },
    items: [{ description: "Flour, 1 t", quantity: 10, price: 605_000, taxType: 5 }],
  }),
});

interface Answer {
  ok: boolean;
  error?: string;
  result: { id: number; voucherNumber: number; cae: string; totalAmount: number };
}
const { ok, error, result } = (await response.json()) as Answer;
if (!ok) throw new Error(error);
console.log(`Credit invoice ${result.voucherNumber}, CAE ${result.cae}, total ${result.totalAmount}, id ${result.id}`);
