// Credits one article of voucher VOUCHER. Without items the whole voucher is credited.
const { TALONARIO_URL, TALONARIO_KEY, VOUCHER, RETURN } = process.env;

const response = await fetch(`${TALONARIO_URL}/invoices/${VOUCHER}/credit-notes`, {
  method: "POST",
  headers: { Authorization: `Bearer ${TALONARIO_KEY}`, "Content-Type": "application/json" },
  body: JSON.stringify({
    idempotency: `return-${RETURN}`,
    items: [{ description: "Yerba mate 1 kg", quantity: 1, price: 3500.5, taxType: 5 }],
  }),
});

interface Answer {
  ok: boolean;
  error?: string;
  result: { id: number; voucherNumber: number; cae: string; totalAmount: number };
}
const { ok, error, result } = (await response.json()) as Answer;
if (!ok) throw new Error(error);
console.log(`Credit note ${result.voucherNumber}, CAE ${result.cae}, total ${result.totalAmount}, id ${result.id}`);
