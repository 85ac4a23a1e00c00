/** The properties of nodemailer's errors. */
interface SmtpFailure {
  code?: string;
  /** Our command that the server answered. */
  command?: string;
  response?: string;
  responseCode?: number;
}

/** A code of the server decides. Without one it matters whether the server may have the message. */
export function readFailure(
  error: unknown,
  wasHandedOver: boolean,
): { outcome: "refused" | "later" | "unknown"; answer: string } {
  const { code, command, response, responseCode } = error instanceof Error ? (error as Error & SmtpFailure) : {};
  const isAboutMessage = code === "EENVELOPE" || code === "EMESSAGE";

  if (responseCode !== undefined) {
    // A refused login, greeting or sender says nothing about this message: the operator must correct the settings.
    const isFinal = isAboutMessage && responseCode >= 500 && command !== "MAIL FROM";
    return { outcome: isFinal ? "refused" : "later", answer: response ?? `${responseCode}` };
  }
  if (wasHandedOver) return { outcome: "unknown", answer: "the answer of the mail server was lost" };
  if (isAboutMessage) return { outcome: "refused", answer: "the message or its address cannot be sent" };
  return { outcome: "later", answer: "the mail server could not be reached" };
}
