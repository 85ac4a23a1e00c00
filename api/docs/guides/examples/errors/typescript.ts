// Two mistakes: a price below zero, which this service refuses, and a letter A without a CUIT, which the authority refuses.
const { TALONARIO_URL, TALONARIO_KEY, SALE } = process.env;

type Failure =
  | { ok: false; code: "VALIDATION_ERROR"; error: string; details?: { errors: { field: string; message: string }[] } }
  | { ok: false; code: "TAXAUTH_ERROR"; error: string; details: { code: number; msg: string }[] }
  | { ok: false; code?: undefined; error: string };

function explain(failure: Failure): string[] {
  if (failure.code === "VALIDATION_ERROR" && failure.details)
    return failure.details.errors.map(({ field, message }) => `VALIDATION_ERROR in ${field}: ${message}`);
  if (failure.code === "TAXAUTH_ERROR") return failure.details.map(({ code, msg }) => `TAXAUTH_ERROR ${code}: ${msg}`);
  return [`${failure.code ?? "no code"}: ${failure.error}`];
}

const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/Argentina/Buenos_Aires" });
const mistakes = [
  { voucherType: 6, price: -1 },
  { voucherType: 1, price: 3500.5 },
];
for (const { voucherType, price } of mistakes) {
  const response = await fetch(`${TALONARIO_URL}/invoices`, {
    method: "POST",
    headers: { Authorization: `Bearer ${TALONARIO_KEY}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      idempotency: `sale-${SALE}-${voucherType}-1`,
      posNumber: 1,
      voucherType,
      concept: 1,
      voucherDate: today.replaceAll("-", ""),
      customer: { docType: 99, docNumber: "0", name: "Consumidor Final", taxType: 5 },
      items: [{ description: "Yerba mate 1 kg", quantity: 2, price, taxType: 5 }],
    }),
  });
  const answer = (await response.json()) as { ok: true } | Failure;
  if (!answer.ok) console.log(explain(answer).join("\n"));
}
