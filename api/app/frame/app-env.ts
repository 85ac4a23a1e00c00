import type { Caller } from "../../../shared/db/company/caller.js";
import type { ManualContingency } from "../../../shared/db/contingency/begun-by-hand.js";
import type { Membership } from "../../../shared/db/people/memberships.js";
import type { Session } from "../../../shared/db/people/sessions.js";
import type { Role } from "../../../shared/domain/roles.js";
import type { Tenant } from "../../../shared/domain/tenant.js";
import type { ApiClient } from "./api-client.js";
import type { Form } from "./form.js";

/** Context of a company's page: the person who looks at it, their role, company and environment. */
export interface PageContext {
  person: { id: number; email: string; name: string | null };
  company: { id: number; code: string; name: string; taxType: number; withheldA: boolean };
  production: boolean;
  role: Role;
  /** CSRF token, which every form carries back in its field `csrf`. */
  csrf: string;
  /** The address of the company's overview, such as `/app/demo/homologation`. Without a slash at its end. */
  base: string;
  /** The page's own path. */
  path: string;
  /** Whether htmx asks for a part of the page. */
  isPartial: boolean;
  /** A contingency of this environment that somebody began. Every whole page says so until somebody ends it. */
  begunByHand?: ManualContingency | undefined;
  /** The last paid day, where it is over. Every whole page says so, and leads to the plan. */
  lapsed?: string | undefined;
}

/** Tenant of a page. */
export const tenantOf = ({ company, production }: PageContext): Tenant => ({ companyId: company.id, production });

export interface AppEnv {
  Variables: {
    requestId: string;
    /** Undefined when nobody is signed in. */
    session: Session | undefined;
    /** Person who is signed in, for the access log. */
    userEmail: string | undefined;
    csrf: string;
    /** Sender's place in the company to whose page a form was sent. */
    membership: Membership | undefined;
    /** Form that was sent, with requests that are no GET. */
    form: Form;
    /** Whether the form is of a page that was shown before somebody signed out or in: it is shown again, and never done at once. */
    isEarlierForm: boolean | undefined;
    /** Set below `/app/{company}/{environment}`. */
    visit: PageContext;
    caller: Caller;
    api: ApiClient;
    /** The API of the same company in either environment. */
    apiOf: (production: boolean) => ApiClient;
  };
}
