/** Time in ms for one question with all tries. */
const ANSWER_MS_MAX = 8_000;

/** Why there are no records: the name does not exist, it has none of the type, or the name server gave no answer. */
type DnsGap = 'no_name' | 'no_records' | 'unknown';

type DnsAnswer<Item> =
  { readonly kind: 'records'; readonly records: readonly Item[] } | { readonly kind: DnsGap };

const GAPS: Readonly<Record<string, DnsGap>> = { ENODATA: 'no_records', ENOTFOUND: 'no_name' };

/** The answer to a question of a resolver of `node:dns`; `unknown` after 8 s. */
export async function dnsAnswerOf<Item>(ask: () => Promise<readonly Item[]>): Promise<DnsAnswer<Item>> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('The name server did not answer in time.'));
  }, ANSWER_MS_MAX);
  try {
    const records = await Promise.race([ask(), late]);
    return records.length === 0 ? { kind: 'no_records' } : { kind: 'records', records };
  } catch (thrown) {
    return { kind: GAPS[String(Reflect.get(Object(thrown), 'code'))] ?? 'unknown' };
  } finally {
    clearTimeout(timer);
  }
}
