import { campaignErrors } from '@outreach/contracts-campaigns';
import { PlatformResultsBody, type PlatformResult } from '@outreach/contracts-campaigns/platform-results';

export type { PlatformResult };

/** The results of a request. @throws AppError invalid_argument naming the first wrong field. */
export function readResults(body: Uint8Array): readonly PlatformResult[] {
  const parsed = PlatformResultsBody.safeParse(parse(body));
  if (parsed.success) return parsed.data.results;
  const [issue] = parsed.error.issues;
  const field = fieldOf(issue?.path ?? []);
  const message = `${messageOf(issue?.message)}; see docs/platforms.md.`;
  throw campaignErrors.invalidResults.make({ field, errors: [{ field, message }] });
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw campaignErrors.invalidResults.make({ errors: [{ field: '', message: 'must be JSON' }] });
  }
}

function fieldOf(path: readonly PropertyKey[]): string {
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  return text === '' ? 'results' : text.slice(1);
}

/** Own messages begin with `must`. */
function messageOf(message: string | undefined): string {
  return message?.startsWith('must ') === true ? message : 'is not valid';
}
