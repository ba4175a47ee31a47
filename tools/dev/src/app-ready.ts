import { loopback } from '@outreach/testing/free-port';

const probeTimeoutMs = 2_000;

/** True if the app reports on its metrics port that it is ready. */
export async function answersReady(port: number): Promise<boolean> {
  try {
    const url = `http://${loopback}:${port}/readyz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}
