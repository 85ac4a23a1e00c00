// Issues one voucher: letter B, to somebody who is not identified.
const { TALONARIO_URL, TALONARIO_KEY, SALE } = process.env;

const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Argentina/Buenos_Aires" });
const response = await fetch(`${TALONARIO_URL}/invoices`, {
  method: "POST",
  headers: { Authorization: `Bearer ${TALONARIO_KEY}`, "Content-Type": "application/json" },
  body: JSON.stringify({
    idempotency: `sale-${SALE}-6-1`,
    posNumber: 1,
    voucherType: 6,
    concept: 1,
    voucherDate: today.replaceAll("-", ""),
    customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
    items: [{ description: "Yerba mate 1 kg", quantity: 2, price: 3500.5, taxType: 5 }],
  }),
});

interface Answer {
  ok: boolean;
  error?: string;
  result: { id: number; voucherNumber: number; cae: string; totalAmount: number };
}
const { ok, error, result } = (await response.json()) as Answer;
if (!ok) throw new Error(error);
console.log(`Voucher ${result.voucherNumber}, CAE ${result.cae}, total ${result.totalAmount}, id ${result.id}`);
