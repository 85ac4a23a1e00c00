// Sends two vouchers as one batch, waits until it is over, and shows what became of each.
const { TALONARIO_URL, TALONARIO_KEY, SALE } = process.env;

const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Argentina/Buenos_Aires" });
const sale = (key: string, items: object[]) => ({
  idempotency: key,
  posNumber: 1,
  voucherType: 6,
  concept: 1,
  voucherDate: today.replaceAll("-", ""),
  customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
  items,
});
const invoices = [
  sale(`batch-${SALE}-1`, [
    { description: "Yerba mate 1 kg", quantity: 2, price: 3500.5, taxType: 5 },
    { description: "Bombilla", quantity: 1, price: 1200, taxType: 5 },
  ]),
  sale(`batch-${SALE}-2`, [{ description: "Mate", quantity: 1, price: 8500, taxType: 5 }]),
];

async function call<Result>(path: string, body?: object): Promise<Result> {
  const response = await fetch(`${TALONARIO_URL}${path}`, {
    method: body ? "POST" : "GET",
    headers: { Authorization: `Bearer ${TALONARIO_KEY}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { ok, error, details, result } = (await response.json()) as Answer<Result>;
  // Of a faulty batch every fault of every voucher is in the details, and nothing was recorded.
  if (!ok) throw new Error(`${error} ${JSON.stringify(details)}`);
  return result;
}
interface Answer<Result> {
  ok: boolean;
  error?: string;
  details?: unknown;
  result: Result;
}

interface Element {
  idempotency: string;
  state: string;
  cae: string | null;
  error: string | null;
}
let batch = await call<{ id: number; state: string }>("/batches", { name: SALE, invoices });
while (batch.state === "running") {
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  batch = await call(`/batches/${batch.id}`);
}
for (const element of await call<Element[]>(`/batches/${batch.id}/results`))
  console.log(element.idempotency, element.state, element.cae ?? element.error);
