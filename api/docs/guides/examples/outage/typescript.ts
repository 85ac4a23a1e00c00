// The authority is away: nothing is issued. It comes back: the same body is issued.
const { TALONARIO_URL, TALONARIO_KEY, SIMULATOR, SALE } = process.env;

const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Argentina/Buenos_Aires" });
const body = JSON.stringify({
  idempotency: `sale-${SALE}-6-2`,
  posNumber: 2,
  voucherType: 6,
  concept: 1,
  voucherDate: today.replaceAll("-", ""),
  customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
  items: [{ description: "Yerba mate 1 kg", quantity: 2, price: 3500.5, taxType: 5 }],
});

async function issue(): Promise<string> {
  const headers = { Authorization: `Bearer ${TALONARIO_KEY}`, "Content-Type": "application/json" };
  return (await fetch(`${TALONARIO_URL}/invoices`, { method: "POST", headers, body })).text();
}

const fault = { env: "homologation", action: "status", times: null };
await fetch(`${SIMULATOR}/faults`, { method: "POST", body: JSON.stringify(fault) });
console.log(await issue());
await fetch(`${SIMULATOR}/faults`, { method: "DELETE" });
console.log(await issue());
