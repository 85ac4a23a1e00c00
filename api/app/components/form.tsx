import type { PropsWithChildren } from "hono/jsx";
import type { PageContext } from "../frame/app-env.js";

type Props = PropsWithChildren<{
  visit: Pick<PageContext, "csrf">;
  /** Where it is sent; without it, to the page's own address. */
  action?: string | undefined;
  enctype?: "multipart/form-data" | undefined;
  id?: string | undefined;
  [attribute: string]: unknown;
}>;

/**
 * A form that changes something. The browser checks nothing itself: the answer says each fault beside its field, in the reader's
 * language. With `data-resubmit` it may be sent again without loading the page anew, as for a download.
 */
export const Form = ({ visit, children, ...rest }: Props) => (
  <form method="post" novalidate {...rest}>
    <input type="hidden" name="csrf" value={visit.csrf} />
    {children}
  </form>
);
