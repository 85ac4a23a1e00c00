// Says what this key can do, and whether the authority works for it. Issues nothing.
const { TALONARIO_URL, TALONARIO_KEY } = process.env;

async function get<Answer>(path: string): Promise<Answer> {
  const response = await fetch(TALONARIO_URL + path, { headers: { Authorization: `Bearer ${TALONARIO_KEY}` } });
  const answer = (await response.json()) as Answer & { ok: boolean; error?: string };
  if (!answer.ok) throw new Error(answer.error);
  return answer;
}

const key = await get<{ environment: string; certificates: boolean; pos: boolean }>("/api-keys/test");
console.log(`environment: ${key.environment}, certificate: ${key.certificates}, point of sale: ${key.pos}`);

const status = await get<{ result: Record<string, { ok: boolean; suggestion?: string }> }>("/taxauth/status");
for (const [service, { ok, suggestion }] of Object.entries(status.result))
  console.log(`${service}: ${ok ? "works" : suggestion}`);
