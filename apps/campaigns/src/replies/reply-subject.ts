/**
 * Prefixes that mail programs put before the subject of a reply, in the languages that they are translated to: `Re`, `AW`
 * (German), `SV` (Danish, Norwegian, Swedish), `Antw` (Dutch), `RES` (Portuguese), `RIF` and `R` (Italian), `VS` and `BLS`
 * (Finnish, Malay), `Odp` (Polish), `YNT` (Turkish), `Vá` (Hungarian), `ΑΠ` (Greek), `Atb` (Welsh, Latvian). Some count
 * replies, such as `Re[2]:` or `Re(2):`.
 */
const REPLY_PREFIX =
  /^\s*(?:re|aw|sv|antw|res|rif|r|vs|bls|odp|ynt|vá|απ|atb|رد|回复|回覆|答复|返信)\s?(?:[[(]\d{1,3}[\])])?\s?[:：]\s*/iu;
/** More prefixes than this are left as they are. */
const PREFIXES_MAX = 20;

/** The subject of an answer: `Re: ` and the subject without the prefixes of replies. Prefixes of forwarded mail are kept. */
export function replySubject(subject: string): string {
  let rest = subject.trim();
  for (let count = 0; count < PREFIXES_MAX && REPLY_PREFIX.test(rest); count += 1)
    rest = rest.replace(REPLY_PREFIX, '');
  return `Re: ${rest}`.trim();
}
