/** Sender of a company's mails, as its customers see it. The sender's address is the service's. */
export interface CompanyMail {
  /** Where answers go. Null: to the sender. */
  replyTo: string | null;
  /** The name beside the sender's address. Null: the service's. */
  senderName: string | null;
}
