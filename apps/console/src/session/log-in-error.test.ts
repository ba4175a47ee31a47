import { describe, expect, it } from '@jest/globals';
import { logInErrorAt } from './log-in-error.ts';

describe('the reason of a refused log-in in the address', () => {
  it.each([
    ['?log_in_error=oidc_no_user', 'No active user'],
    ['?log_in_error=duplicate_username', 'Another user'],
    ['?log_in_error=new_reason', 'The log-in by your organisation failed'],
    ['?log_in_error=constructor', 'The log-in by your organisation failed'],
    ['?log_in_error=%3Cscript%3E', 'The log-in by your organisation failed'],
  ])('%s is shown as "%s…"', (search, text) => {
    expect(logInErrorAt({ search })).toContain(text);
  });

  it.each(['', '?status=active'])('is absent from "%s"', (search) => {
    expect(logInErrorAt({ search })).toBeUndefined();
  });
});
