import { signMessage, toSignatureKey } from '@outreach/outbound-kit';
import { Agent, request } from 'undici';

const CONNECTIONS = 64;
const BODY_BYTES = 1_024;
const SECRET = 'a secret of thirty-two characters';

/** Sends signed POSTs of 1 KB over one undici Agent, with a number of them in progress. Returns the rate per second. */
export async function postSigned(url: string, count: number): Promise<number> {
  const agent = new Agent();
  const key = toSignatureKey(SECRET);
  const body = 'x'.repeat(BODY_BYTES);
  let started = 0;
  const work = async (): Promise<void> => {
    while (started < count) {
      started += 1;
      const signed = signMessage(key, { id: `evt_${started}`, body, atMs: Date.now() });
      const response = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...signed, 'content-type': 'application/json' },
        body,
      });
      await response.body.dump();
    }
  };
  const startedAtMs = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = (performance.now() - startedAtMs) / 1_000;
  await agent.close();
  return count / seconds;
}
