import { createInterface } from "node:readline/promises";

/** Asks the person at the terminal. Undefined without a terminal. Only a written yes is one. */
export async function confirm(question: string): Promise<boolean | undefined> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  const terminal = createInterface({ input, output });
  try {
    const answer = await terminal.question(`${question} (yes/no) `);
    return answer.trim().toLowerCase() === "yes";
  } finally {
    terminal.close();
  }
}
