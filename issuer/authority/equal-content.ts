/** A field on which two vouchers differ; a side without the field has none. */
export interface FieldDifference {
  field: string;
  sent?: string;
  found?: string;
}

/** Answers from before these fields existed do not carry them. */
const maybeUnreported = new Set(["CanMisMonExt", "CondicionIVAReceptorId"]);

/** What the authority may state where the request said nothing, meaning the same. Source: PROTOCOL.md, section 4.7. */
const defaults: Record<string, string> = { MonId: "PES", MonCotiz: "1", CanMisMonExt: "N" };

/** What the authority may add to a row of ours without making it another row. */
const maybeCompleted = /^(?:CbtesAsoc\.CbteAsoc\.\d+\.(?:Cuit|CbteFch)|Tributos\.Tributo\.\d+\.Desc)$/;

/** Every field that was sent and every field that came back, but for those whose absence says nothing. */
export function differingFields(sent: Record<string, string>, found: Record<string, string>): FieldDifference[] {
  const fields = [...new Set([...Object.keys(sent), ...Object.keys(found)])].sort();
  return fields.flatMap((field) => {
    const [ours, theirs] = [sent[field], found[field]];
    if (ours === theirs) return [];
    if (theirs === undefined && (maybeUnreported.has(field) || ours === defaults[field])) return [];
    if (ours === undefined && (theirs === defaults[field] || maybeCompleted.test(field))) return [];
    return [
      { field, ...(ours === undefined ? {} : { sent: ours }), ...(theirs === undefined ? {} : { found: theirs }) },
    ];
  });
}

/** Whether the voucher that the authority holds declares what was sent. Source: DESIGN.md, section 3. */
export const equalContent = (sent: Record<string, string>, found: Record<string, string>): boolean =>
  differingFields(sent, found).length === 0;
