import { areOfOneHouse } from "./own-domain.js";

/** Reach of owners' invitations: past the account's domain once the company issues in production; or anybody, as the operator says. */
export const invitationRules = ["production", "any"] as const;
export type InvitationRule = (typeof invitationRules)[number];

interface InvitationFacts {
  accountEmail: string | null;
  invitations: InvitationRule;
  /** Whether a certificate in force acts for it in production: the authority knows it. */
  issuesInProduction: boolean;
}

/**
 * Whether an invitation would go to a stranger. Anybody can have a company of homologation, and call it as they like, so our mails
 * must not carry its name to whomever it chooses.
 */
export const invitesStranger = (
  email: string,
  { accountEmail, invitations, issuesInProduction }: InvitationFacts,
): boolean =>
  invitations !== "any" && !issuesInProduction && (accountEmail === null || !areOfOneHouse(email, accountEmail));
